import { screen, text } from '../kernel/page/screen.ts'

export const simulationScreens = {
  messages: screen({
    path: '/outbox',
    title: '模拟短信',
    permission: 'public',
    search: {},
    narrow: true,
    parent: '/login',
    file: 'simulation/messages',
  }),
  pay: screen({
    path: '/simulated-pay',
    title: '模拟支付',
    permission: 'public',
    search: { no: text },
    narrow: true,
    parent: '/login',
    file: 'simulation/pay',
  }),
  wechat: screen({
    path: '/simulated-wechat',
    title: '模拟微信',
    permission: 'public',
    search: { state: text },
    narrow: true,
    parent: '/login',
    file: 'simulation/wechat',
  }),
  checks: screen({
    path: '/test',
    title: '自检',
    permission: ['dev'],
    search: {},
    narrow: true,
    file: 'simulation/checks',
  }),
  check: screen({
    path: '/test/:id',
    title: '自检用例',
    permission: ['dev'],
    search: { id: text },
    narrow: true,
    parent: '/test',
    file: 'simulation/check',
  }),
}
