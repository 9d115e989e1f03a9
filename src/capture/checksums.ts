/** H-06. Numbers with check digits: a random one rarely passes, so a match is significant. */

/** Card issuers: leading digits and lengths. */
const ISSUERS: readonly { readonly leading: RegExp; readonly lengths: readonly number[] }[] = [
  { leading: /^4/, lengths: [13, 16, 19] },
  { leading: /^(?:5[1-5]|2[2-7])/, lengths: [16] },
  { leading: /^3[47]/, lengths: [15] },
  { leading: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { leading: /^35/, lengths: [16] },
  { leading: /^(?:6011|64[4-9]|65|62)/, lengths: [16, 17, 18, 19] },
]

/** A payment card: an issuer's prefix and length, and the check digit of Luhn. */
export function isCardNumber(found: string): boolean {
  const digits = found.replace(/\D+/g, '')
  const isIssued = ISSUERS.some(
    ({ leading, lengths }) => leading.test(digits) && lengths.includes(digits.length),
  )
  return isIssued && new Set(digits).size > 1 && luhnSum(digits) % 10 === 0
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum
}

const MIN_IBAN_LENGTH = 15
const MAX_IBAN_LENGTH = 34

/** ISO 13616: the first four characters moved to the end, letters as 10 to 35, remainder 1 by 97. */
export function isIban(found: string): boolean {
  const account = found.replaceAll(' ', '')
  if (account.length < MIN_IBAN_LENGTH || account.length > MAX_IBAN_LENGTH) return false
  let remainder = 0
  for (const letter of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** Brazil's CPF: two check digits over the nine before them. */
export function isCpf(found: string): boolean {
  const digits = found.replace(/\D+/g, '')
  if (digits.length !== 11 || new Set(digits).size === 1) return false
  const check = (length: number) => {
    let sum = 0
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i)
    return String(((sum * 10) % 11) % 10)
  }
  return check(9) === digits[9] && check(10) === digits[10]
}
