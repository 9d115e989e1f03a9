import { describe, expect, it } from 'vitest'
import { namingClaims } from '../../src/memory/naming-claims.ts'

const claims = (text: string, before: string | null = null) =>
  namingClaims(text, before).map(({ thing, facet, value }) => `${thing} ${facet} ${value}`)

describe('what a naming rule says', () => {
  it.each([
    ["end function names with '_c'", ['function suffix _c']],
    ["When naming function arguments, end the variable with '_a'", ['function argument suffix _a']],
    ["for attributes, use 'q_' as the prefix", ['attribute prefix q_']],
    ["append '_p' to all your method names", ['method suffix _p']],
    ['I want names of classes in snake_case', ['class case snake_case']],
    ['include a single digit in variable names', ['variable contains digit']],
    [
      "start function names with 'g_' and include the string 'chk' in your variable names",
      ['function prefix g_', 'variable contains chk'],
    ],
    [
      "end function names with '_d' and method names with '_b'",
      ['function suffix _d', 'method suffix _b'],
    ],
    ["I'd like you to start ending method names with '_x'", ['method suffix _x']],
    ['start all function names with x_', ['function prefix x_']],
    ["always import the 'gzip' module", []],
    ['use tabs', []],
  ])('B-05 %j', (text, expected) => {
    expect(claims(text)).toEqual(expected)
  })

  it('B-05 "them" is what the sentence before spoke of', () => {
    expect(
      claims("Start them with 'o_' and end them with '_a'.", 'Now to the attributes.'),
    ).toEqual(['attribute prefix o_', 'attribute suffix _a'])
  })
})
