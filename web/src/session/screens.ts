import { screen } from '../kernel/screen.ts'
import { text } from '../kernel/search.ts'

export const sessionScreens = {
  login: screen({
    path: '/login',
    name: 'session.login',
    title: '登录',
    permission: 'public',
    /** `redirect`: the path of this origin to go on to. */
    search: { redirect: text },
    background: 'white',
    file: 'session/login',
  }),
  register: screen({
    path: '/register',
    name: 'session.register',
    title: '注册商家',
    permission: 'public',
    search: {},
    background: 'white',
    file: 'session/register',
  }),
  forgotPassword: screen({
    path: '/forgot-password',
    name: 'session.forgotPassword',
    title: '忘记密码',
    permission: 'public',
    search: {},
    background: 'white',
    file: 'session/forgot-password',
  }),
  profile: screen({
    path: '/profile',
    name: 'session.profile',
    title: '账号与安全',
    permission: 'signedIn',
    search: {},
    file: 'session/profile',
  }),
  noAuth: screen({
    path: '/no-auth',
    name: 'session.noAuth',
    title: '没有权限',
    permission: 'signedIn',
    /** `entry`: name of the screen that was refused. */
    search: { entry: text },
    file: 'session/no-auth',
  }),
  privacyPolicy: screen({
    path: '/privacy-policy',
    name: 'session.privacyPolicy',
    title: '隐私政策',
    permission: 'public',
    search: {},
    background: 'white',
    file: 'session/legal/privacy',
  }),
  serviceAgreement: screen({
    path: '/service-agreement',
    name: 'session.serviceAgreement',
    title: '服务协议',
    permission: 'public',
    search: {},
    background: 'white',
    file: 'session/legal/service',
  }),
}
