import { SCENE_NOW, type Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Pickups and returns. */

const mark = (photoId: string) => ({
  part: 'roof',
  kind: 1 as const,
  x: 0.5,
  y: 0.5,
  isNew: true,
  photoIds: [photoId],
  reason: '划痕',
})

export function handoverSamples(scene: Scene): Pick<Samples, 'pickupReturn'> {
  const id = idsOf(scene)
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  return {
    pickupReturn: {
      confirm: [
        {
          ...order('ready'),
          type: 0,
          actualAt: SCENE_NOW,
          expectAmount: 500,
          settle: 2,
          payWay: 3,
          voucherIds: [id('pickupVoucher')],
        },
        {
          ...order('returning'),
          type: 1,
          actualAt: SCENE_NOW,
          expectAmount: 0,
          handBack: 300_000,
          handBackVoucherIds: [id('handBackVoucher')],
          handBackBy: id('account.manager'),
          handBackDue: SCENE_NOW,
          refundBy: id('account.manager'),
          refundDue: SCENE_NOW,
        },
      ],
      latePreview: [order('out')],
      chargeLate: [{ ...order('out'), expectAmount: 1000 }],
      lostPreview: [{ ...order('out'), lostAt: SCENE_NOW }],
      closeLost: [
        {
          ...order('out'),
          lostAt: SCENE_NOW,
          // What violations of it were charged for stays on their cases.
          expectAmount: 0,
          reason: '客户失联',
          worth: 8_000_000,
          insuranceCovered: 6_000_000,
          liability: 1,
          voucherIds: [id('lostVoucher')],
        },
      ],
      reissue: [{ recordId: id('recordOfPickup'), mediaIds: [id('pickupExtra')], reason: '补拍' }],
      settlement: [
        { ...order('out'), actualReturnAt: SCENE_NOW, mileageKm: 10_100, fuelEighths: 8 },
        { ...order('out'), actualReturnAt: SCENE_NOW, mileageKm: 10_100, returnStoreId: id('store.pudong') },
      ],
      pickUp: [
        {
          ...order('arranged'),
          returnStoreId: id('store.pudong'),
          version: 2,
          photos: [{ slot: 'front', mediaId: id('pickupPhoto') }],
          damageMarks: [mark(id('markPhoto'))],
          signatureId: id('signature'),
        },
      ],
      returnVehicle: [
        {
          ...order('out'),
          returnStoreId: id('store.pudong'),
          version: 2,
          photos: [{ slot: 'front', mediaId: id('returnPhoto') }],
          damageMarks: [mark(id('returnMarkPhoto'))],
          signatureId: id('returnSignature'),
        },
      ],
      lastInspection: [{ vehicleId: id('vehicleOfOut') }],
      records: [order('out')],
      task: [{ ...order('out'), type: 1 }],
    },
  }
}
