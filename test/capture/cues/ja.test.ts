import { checkCues } from './check-cues.ts'

checkCues('ja', [
  ['ステージングサーバーの名前は frodo です。覚えておいてください。', 'fact', 'project'],
  ['金額はすべてセント単位だと覚えておいて', 'fact', 'project'],
  ['今後は npm ではなく pnpm を使ってください。', 'policy', 'project'],
  ['これからは英語で答えてください。', 'preference', 'global'],
  [
    'セッションは Redis に置くことに決めました。再起動で全員ログアウトされるからです。',
    'decision',
    'project',
  ],
  ['私は短い回答が好きです。', 'preference', 'global'],
  ['違います、テストは spec/ にあります。', 'correction', 'project'],
  ['生成されたファイルは絶対に編集しないでください。', 'policy', 'project'],
  ['マイグレーションは元に戻せなければなりません。', 'policy', 'project'],
  ['すべてのプロジェクトで常にスペース二つを使ってください。', 'policy', 'global'],
  ['なぜテストはいつも失敗しますか？', null],
  ['このボタンを赤くしてください', null],
  ['常に UTC を使うべきかもしれません', null],
  ['ありがとう、いいですね', null],
  ['空のカートのテストを追加してください', null],
])
