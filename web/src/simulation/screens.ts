import { screen } from '../kernel/page/screen.ts'

export const simulationScreens = {
  messages: screen({
    path: '/test/outbox',
    name: 'simulation.messages',
    title: '模拟短信',
    permission: 'public',
    search: {},
    narrow: true,
    parent: '/login',
    file: 'simulation/messages',
  }),
}
