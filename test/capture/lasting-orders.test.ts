import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) => capturedRules(settings, text).map(({ sentence }) => sentence)

describe('M-20 an order that is to hold always', () => {
  it.each([
    'when you are done always show me the diff first',
    'When you change an API always update docs/api.md too.',
    'Error messages should always tell the user what to do next.',
    'Usa siempre comillas simples en este repo.',
    'Siempre corre los tests antes de subir',
    'Schreib immer Tests dazu',
    'Verwende immer englische Namen',
    'Nutze nie any',
    'Écris toujours les tests en premier',
    'Mets toujours les types',
    'Пиши всегда тесты',
    'Sempre use tipos estritos',
    'Usa sempre nomi inglesi',
    '总是先写测试',
    '必ずテストを書いて',
    '항상 테스트를 작성해줘',
  ])('is kept: %s', (text) => {
    expect(kept(text)).toEqual([text])
  })

  it.each([
    'when I run it, it always shows the old page',
    'siempre se rompe el login',
    'Sale siempre un 500 al guardar',
    'Da siempre timeout la consulta',
    'Los tests tardan siempre mucho',
    'Das geht immer noch nicht',
    'Geht nie beim ersten Mal',
    'Der Test schlägt immer fehl',
    'Affiche toujours une page blanche',
    'Всегда вылетает при старте',
    'Dá sempre erro 500',
    '永远加载不出来',
    '必ず落ちます',
    '항상 오류가 나요',
  ])('tells what happens: %s', (text) => {
    expect(kept(text)).toEqual([])
  })
})
