import { expect, it } from 'vitest'
import { scrubText } from '../../../src/capture/scrub.ts'
import { CREDENTIAL_TEMPLATES, HARMLESS_SETTINGS } from './tool-settings.ts'

const PASSWORD = ['vq7Rt4', 'mX!z2'].join('')
const KEY = ['k7QV1IKEsVKA5e', 'SGPcC4pnB0xZ9w'].join('')

it('G-10 of credentials in the settings of many tools nineteen in twenty are caught', () => {
  expect(CREDENTIAL_TEMPLATES.length).toBeGreaterThanOrEqual(60)
  const missed = CREDENTIAL_TEMPLATES.filter((template) => {
    const text = template.replace(/(?<!<)%(?!>)/, PASSWORD).replace(/#(?! )/, KEY)
    return [PASSWORD, KEY].some((value) => scrubText(text).text.includes(value))
  })
  console.info(`${missed.length} of ${CREDENTIAL_TEMPLATES.length} missed: ${missed.join(' | ')}`)
  expect(missed.length).toBeLessThanOrEqual(CREDENTIAL_TEMPLATES.length / 20)
})

it('G-10 lines that look like such settings are left alone', () => {
  expect(HARMLESS_SETTINGS.length).toBeGreaterThanOrEqual(200)
  expect(HARMLESS_SETTINGS.filter((line) => scrubText(line).kinds.length > 0)).toEqual([])
})
