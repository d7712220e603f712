import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/** Inputs of the calls of channels. */
export function channelSamples(scene: Scene): Pick<Samples, 'channel' | 'channelPush' | 'site' | 'coupon'> {
  const id = idsOf(scene)
  return {
    site: {
      ofLink: [{ t: id('payToken') }],
      save: [
        {
          ...{ name: `page-${scene.w.merchantId}`, about: '自营车队', phone: '021-55550187', colour: '#0a6b4f' },
          ...{ payNow: true, payAtStore: true, selfService: false, version: 1 },
        },
      ],
      turn: [{ on: true }, { on: false }],
      hostSave: [{ host: `rent${scene.w.merchantId}.zuche.cn` }],
      placeSave: [{ name: '酒店大堂' }],
    },
    coupon: {
      add: [
        {
          ...{ code: 'SPRING50', name: '春季满减', kind: 1, fen: 5000, leastFen: 30_000, oncePerCustomer: true },
          ...{ bookFrom: '2026-11-01', bookTo: '2026-12-31', rentFrom: '2026-12-01', rentTo: '2027-01-31' },
          ...{ modelIds: [id('model.lavida')], mostUses: 100 },
        },
        { code: 'TENOFF', name: '九折', kind: 2, rateBp: 1000, fen: 20_000, oncePerCustomer: false },
      ],
      turn: [{ couponId: id('coupon'), on: false, version: 1 }],
      uses: [{ couponId: id('coupon') }],
    },
    channel: {
      detail: [{ source: 2 }],
      save: [
        {
          source: 3,
          version: 1,
          vendorCode: 'H-2201',
          contact: '王经理 13800000000',
          commissionBp: 1200,
          minLeadMinutes: 120,
          maxDays: 30,
          priceMode: 2,
          priceValue: 800,
          roundTo: 100,
          minFen: 9_900,
          stockMode: 2,
          stockValue: 80,
          bufferUnits: 1,
        },
      ],
      action: [{ source: 4, version: 1, action: 'apply' }],
      mappings: [
        { source: 2, kind: 'store' },
        { source: 2, kind: 'model' },
      ],
      keys: [{ source: 7 }],
      keyCreate: [{ source: 7, name: '对接密钥', scopes: ['catalog', 'order'], ips: ['203.0.113.0/24'] }],
      keyRotate: [{ keyId: id('channelKey'), version: 1 }],
      keySave: [
        { keyId: id('channelKey'), version: 1, name: '对接密钥二', scopes: ['catalog'], ips: [], enabled: true },
      ],
      keyRevoke: [{ keyId: id('channelKey') }],
      statement: [{ source: 2, month: '2026-11' }],
      statementCheck: [{ source: 2, month: '2026-11', mediaId: id('table') }],
      statementConfirm: [{ jobId: id('statementTrial'), mode: 'validOnly' }],
      statementHandle: [
        { source: 2, month: '2026-11', lineId: id('statementLine'), action: 'note', note: '已与平台核对' },
        { source: 2, month: '2026-11', orderId: id('statementOrder'), action: 'note', note: '平台对账单缺少该订单' },
        {
          source: 2,
          month: '2026-11',
          lineId: id('statementLinkLine'),
          action: 'link',
          toOrderId: id('statementLinkOrder'),
          note: '',
        },
      ],
      suggestMappings: [{ source: 2, kind: 'store', theirs: [{ code: 'S01', name: '虹桥机场店' }] }],
      saveMappings: [
        { source: 5, kind: 'store', rows: [{ id: id('store.hongqiao'), theirCode: 'S01', theirName: '虹桥店' }] },
        { source: 5, kind: 'model', rows: [{ id: id('model.lavida'), theirCode: null, theirName: '' }] },
      ],
    },
    channelPush: {
      webhook: [{ source: 7 }],
      // The channel that the sample of `action` opens.
      webhookSave: [{ source: 4, url: 'http://127.0.0.1:9/notify', enabled: true, pushStock: true }],
      webhookRotate: [{ source: 7, version: 1 }],
      webhookTest: [{ source: 7 }],
      sync: [{ source: 7 }],
      events: [{ source: 7, state: 3 }],
      resend: [{ source: 7, eventId: id('channelEvent') }],
      logs: [{ source: 7, failed: true }],
      logBodies: [{ logId: id('channelLog') }],
      logReplay: [{ logId: id('channelRequest') }],
    },
  }
}
