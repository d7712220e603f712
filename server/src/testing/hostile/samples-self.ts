import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Customers who take or return a car without staff; what follows the code asks for the pass `selfPass` in its header. */

export function selfSamples(scene: Scene): Pick<Samples, 'selfService'> {
  const id = idsOf(scene)
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  return {
    selfService: {
      link: [{ ...order('arranged'), type: 0, way: 2 }],
      takeOver: [{ ...order('selfToTake'), type: 0 }],
      check: [{ ...order('selfWaiting'), type: 0 }],
      verify: [
        { ...order('selfWaiting'), type: 0, version: 2, pass: false, reasons: [{ slot: 'rear', text: '照片太暗' }] },
      ],
      door: [{ t: id('selfLink'), type: 0 }],
      otp: [{ t: id('selfLink'), type: 0 }],
      enter: [{ t: id('selfLink'), type: 0, smsCode: '123456' }],
      task: [{ t: id('selfLink'), type: 0 }],
      save: [
        {
          t: id('selfLink'),
          type: 0,
          agreed: true,
          mileageKm: 10_000,
          fuelEighths: 8,
          damageMarks: [
            { part: 'roof', kind: 1, x: 0.5, y: 0.5, isNew: true, photoIds: [id('selfMarkPhoto')], reason: '划痕' },
          ],
        },
      ],
      place: [{ t: id('selfReturnLink'), position: { lng: 121.34, lat: 31.2, accuracyM: 1000 } }],
      command: [{ t: id('selfReturnLink'), type: 1, command: 3, position: { lng: 121.34, lat: 31.2, accuracyM: 10 } }],
      photoBegin: [{ t: id('selfLink'), type: 0, uploadKey: 'hostile-photo', name: 'a.jpg', size: 40_000 }],
      photoPart: [{ type: 0, mediaId: id('selfPhoto'), no: 0, sha256: '0'.repeat(64) }],
      photo: [{ t: id('selfLink'), type: 0, mediaId: id('selfPhoto'), sha256: '0'.repeat(64), slot: 'front' }],
      document: [{ t: id('selfLink'), type: 0, mediaId: id('selfPhoto'), sha256: '0'.repeat(64), slot: 'imgFront' }],
      dropPhoto: [{ t: id('selfLink'), type: 0, mediaId: id('selfPhoto') }],
      pay: [{ t: id('selfLink'), type: 0, payKind: 1, refId: id('order.selfPickup') }],
      paper: [{ t: id('selfLink'), type: 0 }],
      submitPickup: [{ t: id('selfLink') }],
      submitReturn: [{ t: id('selfReturnLink') }],
    },
  }
}
