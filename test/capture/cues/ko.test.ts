import { checkCues } from './check-cues.ts'

checkCues('ko', [
  ['스테이징 서버 이름은 frodo라는 것을 기억해 줘.', 'fact', 'project'],
  ['금액은 모두 센트 단위라는 걸 잊지 마세요.', 'fact', 'project'],
  ['앞으로는 npm 대신 pnpm을 사용해.', 'policy', 'project'],
  ['이제부터 한국어로 대답해 줘.', 'preference', 'global'],
  ['재시작하면 모두 로그아웃되어서 세션은 Redis에 두기로 했습니다.', 'decision', 'project'],
  ['저는 짧은 답변을 선호합니다.', 'preference', 'global'],
  ['아니, 테스트는 spec/ 폴더에 있어.', 'correction', 'project'],
  ['절대 main에 직접 푸시하지 마.', 'policy', 'project'],
  ['커밋하기 전에 반드시 테스트를 실행해야 합니다.', 'policy', 'project'],
  ['모든 프로젝트에서 항상 공백 두 칸을 사용해.', 'policy', 'global'],
  ['왜 테스트가 항상 실패하나요?', null],
  ['이 버튼을 빨간색으로 바꿔 줘', null],
  ['아마 항상 UTC를 쓰는 게 좋을지도 모르겠어', null],
  ['고마워, 좋아', null],
  ['빈 장바구니 테스트를 추가해 줘', null],
])
