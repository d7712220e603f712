import { screen, text } from '../../kernel/page/screen.ts'

export const bookkeepingScreens = {
  list: screen({
    path: '/finance/vouchers',
    title: '记账凭证',
    words: '金蝶 用友 导出凭证 凭证字号',
    permission: ['data.money'],
    whole: ['data.money'],
    parent: '/finance/closing',
    /** `month`: `YYYY-MM`; missing: the last closed month. */
    search: { month: text },
    file: 'money/bookkeeping/list',
  }),
  accounts: screen({
    path: '/finance/accounts',
    title: '科目编码',
    words: '增值税 税率 会计科目',
    permission: ['data.money'],
    whole: ['data.money'],
    parent: '/finance/vouchers',
    search: {},
    narrow: true,
    file: 'money/bookkeeping/accounts',
  }),
}
