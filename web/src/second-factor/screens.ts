import { screen } from '../kernel/screen.ts'

export const secondFactorScreens = {
  setup: screen({
    path: '/second-factor',
    name: 'secondFactor.setup',
    title: '两步验证',
    permission: 'signedIn',
    search: {},
    narrow: true,
    parent: '/profile',
    file: 'second-factor/setup',
  }),
}
