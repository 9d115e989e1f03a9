import { expect, it } from 'vitest'
import { withoutTrailingSlashes } from '../../src/text/trailing-slashes.ts'

it.each([
  ['', ''],
  ['/', ''],
  ['src/auth///', 'src/auth'],
  ['/src//auth', '/src//auth'],
  ['https://models.example/v1/', 'https://models.example/v1'],
])('D-07 %j is %j without the slashes at its end', (text, expected) => {
  expect(withoutTrailingSlashes(text)).toBe(expected)
})
