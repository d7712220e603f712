import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Owners of managed cars, their agreements and statements. */

export function ownerSamples(scene: Scene): Pick<Samples, 'owner'> {
  const id = idsOf(scene)
  const statement = (name: string) => ({ statementId: id(`ownerStatement.${name}`), version: 1 })
  const t = id('ownerLink')
  return {
    owner: {
      page: [{ keyword: '车主' }],
      detail: [{ ownerId: id('owner.toSend') }],
      create: [{ kind: 2, name: '新车主', phone: '13761200099', identityNo: '91310115MA1K4XYZ3B' }],
      edit: [{ ownerId: id('owner.toPay'), version: 1, kind: 1, name: '改名车主' }],
      reveal: [{ ownerId: id('owner.toSend') }],
      agree: [{ ownerId: id('owner.toSend'), vehicleId: id('ownerCar'), kind: 2, from: '2026-11-01', rent: 300_000 }],
      agreementEnd: [{ agreementId: id('ownerAgreement.toWithdraw'), version: 1, to: '2026-12-31' }],
      ofCar: [{ vehicleId: id('ownerCar') }],
      statements: [{ month: '2026-11-01', ownerId: id('owner.toSend') }],
      statement: [{ statementId: id('ownerStatement.toPay') }],
      make: [{ month: '2026-10-01', ownerId: id('owner.toSend') }],
      send: [statement('toSend')],
      withdraw: [{ ...statement('toWithdraw'), reason: '重新核对' }],
      correctionAdd: [{ ...statement('toCorrect'), words: '补上月少算租金', fen: 7000 }],
      correctionRemove: [{ ...statement('toRemove'), index: 0 }],
      confirm: [{ ...statement('toConfirm'), signedIds: [id('ownerSigned')] }],
      pay: [{ ...statement('toPay'), payWay: 4, slipNo: 'BANK-7001', voucherIds: [id('ownerVoucher')] }],
      exportMonth: [{ month: '2026-10-01' }],
      paper: [{ statementId: id('ownerStatement.toPay') }],
      link: [{ ownerId: id('owner.toConfirm'), way: 2 }],
      revokeLink: [{ ownerId: id('owner.toWithdraw') }],
      door: [{ t }],
      otp: [{ t }],
      enter: [{ t, smsCode: '123456' }],
      own: [{ t }],
      answer: [{ t, statementId: id('ownerStatement.toAnswer') }],
    },
  }
}
