import { flag, oneOf, screen } from '../../kernel/page/screen.ts'

export const notifyScreens = {
  notices: screen({
    path: '/notices',
    title: '消息',
    words: '通知 提醒',
    permission: 'signedIn',
    /** `unread`: shows unread notices only. */
    search: { tab: oneOf('notice', 'approval'), unread: flag },
    holdScroll: true,
    live: true,
    file: 'platform/notify/notices',
  }),
}
