import { screen } from '../kernel/screen.ts'

export const invitationScreens = {
  join: screen({
    path: '/join',
    name: 'invitation.join',
    title: '加入商家',
    permission: 'public',
    search: {},
    background: 'white',
    narrow: true,
    file: 'invitation/join',
  }),
}
