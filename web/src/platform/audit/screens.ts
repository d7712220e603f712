import { screen, text } from '../../kernel/page/screen.ts'

export const auditScreens = {
  list: screen({
    path: '/audit',
    title: '操作日志',
    words: '记录',
    permission: ['audit'],
    /** `action`: the feature folder; `result`: a code of domain audit/words.ts; `from` and `to`: days. */
    search: { accountId: text, action: text, result: text, from: text, to: text },
    file: 'platform/audit/list',
  }),
}
