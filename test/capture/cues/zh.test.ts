import { checkCues } from './check-cues.ts'

checkCues('zh', [
  ['记住：测试服务器叫 frodo。', 'fact', 'project'],
  ['别忘了所有金额都是以分为单位', 'fact', 'project'],
  ['从现在开始用 pnpm，不要用 npm。', 'policy', 'project'],
  ['以后请用中文回答。', 'preference', 'global'],
  ['我们决定把会话放在 Redis 里，因为重启会让所有人退出登录。', 'decision', 'project'],
  ['我喜欢简短的回答。', 'preference', 'global'],
  ['不对，测试在 spec/ 目录，不在 test/。', 'correction', 'project'],
  ['绝不能直接修改生成的文件。', 'policy', 'project'],
  ['提交前必须运行测试。', 'policy', 'project'],
  ['在我的所有项目里都用两个空格缩进。', 'policy', 'global'],
  ['为什么测试总是失败？', null],
  ['把这个按钮改成红色', null],
  ['也许我们应该一律使用 UTC', null],
  ['谢谢，很好', null],
  ['给空购物车加一个测试', null],
])
