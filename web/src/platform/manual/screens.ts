import { named, screen, text } from '../../kernel/page/screen.ts'

export const manualScreens = {
  home: screen({
    path: '/help',
    title: '使用手册',
    words: '帮助 怎么用 说明 教程 新手',
    permission: 'signedIn',
    search: { keyword: text },
    holds: ['/help/:task'],
    holdScroll: true,
    beside: ['/help/:task'],
    file: 'platform/manual/home',
  }),
  page: screen({
    path: '/help/:task',
    title: '怎么用',
    permission: 'signedIn',
    search: { task: named },
    narrow: true,
    parent: '/help',
    file: 'platform/manual/page',
  }),
}
