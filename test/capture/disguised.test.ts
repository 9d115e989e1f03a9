import { describe, expect, it } from 'vitest'
import { scrubText } from '../../src/capture/scrub.ts'

const PASSWORD = 'Tr0ub4dor&3x'

describe('M-04 a private passage leaves nothing, however its tag is written', () => {
  it.each([
    ['a zero-width mark in the name', '<pri\u200bvate>HIDDEN</private>'],
    ['a direction mark before the name', '<\u202eprivate>HIDDEN</private>'],
    ['Cyrillic letters', '<priv\u0430te>HIDDEN</priv\u0430te>'],
    ['escaped twice for HTML', '&amp;lt;private&amp;gt;HIDDEN&amp;lt;/private&amp;gt;'],
    ['escaped by numbers', String.raw`\x3cprivate\x3eHIDDEN\x3c/private\x3e`],
  ])('%s', (_, text) => {
    expect(scrubText(`before ${text}`).text).not.toContain('HIDDEN')
  })
})

describe('M-04 a password is taken out, however it is laid out', () => {
  it.each([
    ['a block of YAML', `password: |\n  ${PASSWORD}\n`],
    ['an anchor of YAML', `password: &pw ${PASSWORD}`],
    ['a name with its value below', `- name: DB_PASSWORD\n  value: ${PASSWORD}`],
    ['a name with its value beside it', `{"name":"DB_PASSWORD","value":"${PASSWORD}"}`],
    ['bold', `**Password:** ${PASSWORD}`],
    ['a dash', `Password — \`${PASSWORD}\``],
    ['an arrow', `password → ${PASSWORD}`],
    ['a line below', `The password is:\n\n${PASSWORD}`],
    ['a call', `ds.setPassword("${PASSWORD}");`],
    ['Swedish', `lösenord: ${PASSWORD}`],
    ['Danish', `adgangskode: ${PASSWORD}`],
    ['Finnish', `salasana: ${PASSWORD}`],
    ['Czech', `heslo: ${PASSWORD}`],
    ['Hungarian', `jelszó: ${PASSWORD}`],
    ['Romanian', `parola: ${PASSWORD}`],
    ['Dutch', `het wachtwoord is ${PASSWORD}`],
    ['Greek', `κωδικός: ${PASSWORD}`],
    ['Hebrew', `סיסמה: ${PASSWORD}`],
    ['Arabic', `كلمة المرور: ${PASSWORD}`],
    ['Hindi', `पासवर्ड: ${PASSWORD}`],
    ['Thai', `รหัสผ่าน: ${PASSWORD}`],
    ['Vietnamese', `mật khẩu: ${PASSWORD}`],
  ])('%s', (_, text) => {
    expect(scrubText(text).text).not.toContain(PASSWORD)
  })

  it.each([
    '**Password:** required, at least 12 characters',
    '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: db, key: password}',
    'form.setPassword(event.target.value)',
    'The password - field is empty',
    'class Box<private T> { a < private }',
  ])('ordinary text stays: %s', (text) => {
    expect(scrubText(text).kinds).toEqual([])
  })
})
