import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Who signs in, how, and what they may do. */

export function peopleSamples(
  scene: Scene,
): Pick<
  Samples,
  | 'session'
  | 'account'
  | 'invitation'
  | 'role'
  | 'approval'
  | 'referral'
  | 'audit'
  | 'job'
  | 'lookup'
  | 'simulation'
  | 'secondFactor'
  | 'qrLogin'
  | 'partner'
  | 'cancellation'
  | 'operator'
> {
  const id = idsOf(scene)
  const storeId = id('store.hongqiao')
  return {
    session: {
      login: [{ mobile: '13900000000', password: 'Cheyi2026', agree: true }],
      sendCode: [{ mobile: '13900000000', scene: 'login' }],
      loginByCode: [{ mobile: '13900000000', code: '123456', agree: true }],
      register: [
        {
          mobile: '13612345678',
          code: '123456',
          password: 'Sunny2026x',
          merchantName: '样例租车',
          contactName: '样例',
          cityCode: '310100',
          agree: true,
        },
      ],
      leaveDemo: [
        {
          mobile: '13612345678',
          code: '123456',
          password: 'Sunny2026x',
          merchantName: '样例租车',
          contactName: '样例',
          cityCode: '310100',
          agree: true,
          installCode: '12345678',
        },
      ],
      resetPassword: [{ mobile: '13900000000', code: '123456', password: 'Sunny2026x' }],
      changePassword: [{ old: 'NotMine2026', password: 'Sunny2026x' }],
      devices: [{}, { accountId: id('driver') }],
      endSession: [{ sessionId: id('session') }],
      createTicket: [{ path: '/order' }],
      useTicket: [{ ticket: 'tk_none' }],
      switchMerchant: [{ merchantId: id('merchant') }],
      legal: [{ type: 'privacy' }],
    },
    account: {
      page: [{ roleId: id('role.service'), storeId }],
      detail: [{ id: id('account.manager') }],
      setStatus: [{ id: id('account.fleet'), status: 0 }],
      add: [
        {
          mobile: '13512345678',
          name: '新来',
          roleIds: [id('role.service')],
          storeScope: 1,
          storeIds: [storeId],
        },
      ],
      edit: [
        {
          id: id('account.service'),
          version: 1,
          name: '客服',
          roleIds: [id('role.service')],
          storeScope: 1,
          storeIds: [storeId],
        },
      ],
      resetPassword: [{ id: id('account.finance') }],
      remove: [{ id: id('account.service') }],
    },
    invitation: {
      send: [{ id: id('account.invited') }],
      accept: [{ mobile: '13512345670', code: '123456', agree: true }],
    },
    role: {
      detail: [{ id: id('role.fleet') }],
      auth: [{ roleId: id('role.fleet'), menuIds: [101] }, { list: [{ roleId: id('role.finance'), menuIds: [108] }] }],
      save: [{ name: '收车员' }, { roleId: id('role.fleet'), name: '车管员' }],
      copy: [{ roleId: id('role.service'), name: '客服二组' }],
      remove: [{ roleId: id('role.unused') }],
      restore: [{ roleId: id('role.clerk') }],
    },
    approval: { page: [{ id: id('approval') }], decide: [{ id: id('approval'), pass: true }] },
    referral: {
      people: [{ act: 'order.cancel', subject: 'order', subjectId: id('order.waiting') }, { act: 'order.cancel' }],
      ask: [{ act: 'order.cancel', subject: 'order', subjectId: id('order.waiting'), note: '客户来电取消' }],
      ofRecord: [{ subject: 'order', subjectId: id('order.waiting') }],
      askDraft: [
        {
          act: 'ticket.force',
          screen: 'maintenance.create',
          draft: JSON.stringify({ vehicleId: id('ticketCar'), type: 1, items: '更换机油' }),
        },
      ],
      draft: [{ id: id('referral.draft') }],
      close: [{ id: id('referral') }],
    },
    audit: { page: [{ accountId: id('ownerAccount'), targetId: id('role.fleet') }] },
    job: { detail: [{ jobId: id('job') }] },
    lookup: {},
    simulation: {
      partnerCode: [{ partnerUserId: 'u-1' }],
      follow: [{ scene: 'nobody', name: '某人', on: true }],
      payAccount: [{ payWay: 1 }],
      payTrades: [{ no: 'unknown' }],
      register: [{ name: '无名氏', answer: 'same' }],
      payAct: [{ no: 'unknown', act: 'approve', fault: 'none' }],
    },
    secondFactor: {
      confirm: [{ code: '123456' }],
      enter: [{ ticket: 'sf_nobodys', code: '123456' }],
      prove: [{ password: 'Wrong2026' }],
    },
    qrLogin: {
      create: [{ redirect: '/order' }],
      status: [{ qrId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
      scan: [{ qrId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
      confirm: [{ qrId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
      refuse: [{ qrId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    },
    partner: {
      wukong: [{ code: 'wk_none' }],
      bindWechat: [{ code: 'wx-样例' }],
    },
    cancellation: { apply: [{ reason: '不再使用', smsCode: '123456' }] },
    operator: {
      history: [{ merchantId: id('merchant') }],
      review: [{ merchantId: id('merchant'), action: 'approve' }],
    },
  }
}
