import { DAY, localDate } from '@cheyi/domain/time'
import { at } from '../at.ts'
import { SCENE_NOW, type Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* What takes a car off its rentals, and what the police write about it. */

export function ticketSamples(scene: Scene): Pick<Samples, 'ticket' | 'vehicleControl' | 'violation' | 'toll'> {
  const id = idsOf(scene)
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  const violation = { occurAt: at('11-23T16:00'), place: '延安高架', act: '不按导向车道行驶', points: 2, fine: 10_000 }
  return {
    vehicleControl: {
      page: [{ storeId: id('store.hongqiao'), modelId: id('model.lavida'), keyword: '沪A' }],
      map: [{ storeId: id('store.hongqiao'), modelId: id('model.lavida'), keyword: '沪A' }],
      watch: [{ stream: 'T9', boxes: [{ south: 31, west: 121, north: 32, east: 122 }] }],
      look: [{}],
      ofVehicle: [{ vehicleId: id('tracked') }],
      detail: [{ vehicleId: id('tracked') }],
      devicePage: [{ group: 'bound', keyword: '138' }],
      deviceSave: [
        { rows: [{ phone: `4${id('tracked')}`, terminalId: 'T9', chargeProfileId: id('chargeProfile') }] },
        { rows: [{ deviceId: id('device.toEdit'), version: 1, phone: id('devicePhone.toEdit'), remark: '备用' }] },
      ],
      chargeProfiles: [{}],
      chargeProfileSave: [
        { name: '星辰 T8', chargeItem: 'e7', rangeItem: 'evRange' },
        { chargeProfileId: id('chargeProfile'), version: 1, name: '星辰 T9', chargeItem: 'e5' },
      ],
      chargeProfileRemove: [{ chargeProfileId: id('chargeProfile.toRemove'), version: 1 }],
      deviceBind: [{ deviceId: id('device.spare'), version: 1, vehicleId: id('ticketCar') }],
      deviceUnbind: [{ deviceId: id('device.main'), version: 1, reason: '更换设备', photoIds: [id('devicePhoto')] }],
      command: [{ vehicleId: id('toTell'), type: 5 }],
      commandCancel: [{ commandId: id('command') }],
      commandPage: [
        { group: 'failed', type: 2, accountId: id('ownerAccount'), vehicleId: id('tracked'), keyword: '00' },
      ],
      deviceResetCode: [{ deviceId: id('device.main') }],
      deviceConfirm: [{ deviceId: id('device.spare'), reason: '已到现场核对设备' }],
      track: [{ vehicleId: id('tracked'), from: SCENE_NOW - DAY / 2, to: SCENE_NOW, reason: '客户报案，查找车辆' }],
      fencePage: [{ rule: 1, storeId: id('store.hongqiao'), vehicleId: id('tracked'), keyword: '海' }],
      fenceDetail: [{ fenceId: id('fence.toSave') }],
      fenceSave: [
        {
          name: '园区',
          rule: 3,
          limitKmh: 60,
          center: { lng: 121.4, lat: 31.2 },
          radiusM: 800,
          hours: { from: 0, to: 360 },
        },
        {
          fenceId: id('fence.toSave'),
          version: 1,
          name: '上海',
          rule: 1,
          storeId: id('store.hongqiao'),
          vehicleIds: [id('tracked')],
          ring: [
            { lng: 121.3, lat: 31.1 },
            { lng: 121.5, lat: 31.1 },
            { lng: 121.4, lat: 31.3 },
          ],
        },
      ],
      fenceEnable: [{ fenceId: id('fence.toSwitch'), version: 1, active: false }],
      fenceRemove: [{ fenceId: id('fence.toRemove'), version: 1 }],
      alarmPage: [
        { group: 'todo', type: 102, level: 2, storeId: id('store.hongqiao'), vehicleId: id('tracked'), keyword: '沪A' },
      ],
      alarmDetail: [{ alarmId: id('alarm') }],
      alarmTrack: [{ alarmId: id('alarm') }],
      alarmHandle: [{ alarmId: id('alarm.toHandle'), version: 1, act: 'handle', note: '已联系客户' }],
      alarmRules: [{}],
      alarmRuleSave: [{ rules: [{ type: 1, level: 2, active: true, notify: true, limit: 120 }] }],
      alarmOffSave: [{ vehicleId: id('ticketCar'), types: [109] }],
    },
    violation: {
      page: [{ storeId: id('store.hongqiao'), vehicleId: id('ticketCar'), keyword: 'WZ' }],
      exportList: [
        { storeId: id('store.hongqiao'), vehicleId: id('ticketCar'), keyword: 'WZ', columns: ['no', 'plate'] },
      ],
      batch: [{ action: 'agency', cases: [{ violationId: id('violation.open'), version: 1 }], consent: 'phone' }],
      makeCase: [{ violationId: id('violation.open') }],
      leases: [{ group: 'open', storeId: id('store.hongqiao'), keyword: '沪A' }],
      exportLeases: [{ group: 'open', storeId: id('store.hongqiao') }],
      fileLeases: [{ leases: [{ leaseId: id('lease'), version: 1 }] }],
      setLease: [{ leaseId: id('lease'), version: 1, status: 1 }],
      importTemplate: [{}],
      importCheck: [{ mediaId: id('table'), columns: [{ column: 0, key: 'occurAt' }] }],
      importConfirm: [{ jobId: id('violationTrial'), mode: 'validOnly' }],
      sync: [{ vehicleIds: [id('ticketCar')] }],
      detail: [{ violationId: id('violation.open') }],
      preview: [{ plate: '沪A99999', occurAt: SCENE_NOW - 60_000 }],
      around: [{ violationId: id('violation.unmatched') }],
      create: [{ plate: '沪A99999', ...violation, photoIds: [id('violationPhoto')] }],
      list: [order('out')],
      save: [
        { ...order('out'), ...violation, vehicleId: id('vehicleOfOut'), photoIds: [id('violationPhoto2')] },
        { ...order('out'), ...violation, occurAt: at('11-23T17:00'), id: id('violation.toEdit'), version: 1 },
      ],
      match: [
        { violationId: id('violation.unmatched'), version: 1, matchType: 3, accountId: id('account.manager') },
        { violationId: id('violation.open'), version: 1, ...order('out') },
      ],
      cancel: [{ violationId: id('violation.toVoid'), version: 1, reason: '登记有误' }],
      notify: [{ violationId: id('violation.toTell'), version: 1 }],
      link: [{ violationId: id('violation.toAppeal'), way: 2 }],
      door: [{ t: id('noticeLink') }],
      otp: [{ t: id('noticeLink') }],
      enter: [{ t: id('noticeLink'), smsCode: '123456' }],
      notice: [{ t: id('noticeLink'), violationId: id('noticeViolation') }],
      dropPhoto: [{ t: id('noticeLink'), violationId: id('noticeViolation'), mediaId: id('noticePhoto') }],
      reply: [{ t: id('noticeLink'), violationId: id('noticeViolation'), reply: 'proof' }],
      payClaim: [{ t: id('noticeLink'), violationId: id('noticeViolation') }],
      handle: [
        { violationId: id('violation.toTake'), version: 1, action: 'agency', consent: 'phone' },
        {
          violationId: id('violation.told'),
          version: 2,
          action: 'proof',
          officialState: 2,
          photoIds: [id('violationProof')],
        },
      ],
      appeal: [
        { violationId: id('violation.toAppeal'), version: 1, reason: '车已归还', photoIds: [id('appealPhoto')] },
      ],
      appealResult: [{ violationId: id('violation.appealed'), version: 2, upheld: true, reason: '还车时间有误' }],
      paid: [
        { violationId: id('violation.toPay'), version: 2, amount: 20_000, payWay: 4, voucherIds: [id('fineVoucher')] },
      ],
      deduct: [{ violationId: id('violation.toCharge'), version: 3, lines: { fine: 0, agency: 5000, penalty: 0 } }],
      waive: [{ violationId: id('violation.toWaive'), version: 4, reason: '老客户' }],
      refund: [
        { violationId: id('violation.collected'), amount: 1000, payMode: 3, reason: '重复收取' },
        { ...order('back'), amount: 50_000, payMode: 4, early: true, voucherIds: [id('fineRefundVoucher')] },
      ],
    },
    toll: {
      page: [
        {
          storeId: id('store.hongqiao'),
          vehicleId: id('vehicleOfOut'),
          ...order('out'),
          group: 'toCharge',
          keyword: '沪A',
        },
      ],
      around: [{ lineId: id('toll.open') }],
      cars: [{ keyword: '沪A' }],
      due: [{ storeId: id('store.hongqiao') }, order('out')],
      match: [
        { lineId: id('toll.toMatch'), version: 1, ...order('out') },
        { lineId: id('toll.card'), version: 1, vehicleId: id('ticketCar') },
        { lineId: id('toll.toBear'), version: 1, reason: '店内用车' },
      ],
      waive: [{ lineId: id('toll.toWaive'), version: 1, reason: '金额较小' }],
      cancel: [{ lineId: id('toll.toVoid'), version: 1, reason: '重复' }],
      charge: [{ act: 'ask', orders: [{ ...order('out'), fen: 77_777_715 }] }],
      importTemplate: [{}],
      importCheck: [{ mediaId: id('table'), columns: [{ column: 0, key: 'outAt' }] }],
      importConfirm: [{ jobId: id('tollTrial'), mode: 'validOnly' }],
    },
    ticket: {
      hub: [{ storeId: id('store.hongqiao') }, { waits: 'ticketDue' }],
      carePage: [{ storeId: id('store.hongqiao'), keyword: 'A1' }],
      exportAll: [
        {
          kind: 1,
          storeId: id('store.hongqiao'),
          vehicleId: id('relocationCar'),
          toStoreId: id('store.pudong'),
          type: 1,
        },
      ],
      ofDamage: [{ damageId: id('damageCase') }],
      careNote: [
        {
          vehicleId: id('ticketCar'),
          km: 0,
          on: localDate(SCENE_NOW),
          nextKm: 8000,
          nextOn: localDate(SCENE_NOW + 90 * DAY),
        },
      ],
      vehicles: [{ keyword: 'A1' }, { vehicleId: id('ticketCar') }],
      preview: [
        {
          kind: 2,
          vehicleId: id('ticketCar'),
          ticketId: id('ticket.planned'),
          planStart: SCENE_NOW + 20 * DAY,
          planEnd: SCENE_NOW + 21 * DAY,
        },
        {
          kind: 1,
          vehicleId: id('relocationCar'),
          toStoreId: id('store.pudong'),
          planStart: SCENE_NOW + 60 * DAY,
          planEnd: SCENE_NOW + 61 * DAY,
        },
      ],
      relocationPage: [
        { storeId: id('store.hongqiao'), vehicleId: id('relocationCar'), toStoreId: id('store.pudong'), keyword: 'SD' },
      ],
      relocationDetail: [{ ticketId: id('relocation.planned') }],
      relocationCreate: [
        {
          vehicleId: id('relocationCar'),
          toStoreId: id('store.pudong'),
          reason: 1,
          planStart: SCENE_NOW + 40 * DAY,
          planEnd: SCENE_NOW + 41 * DAY,
          assigneeId: id('account.manager'),
          changeHome: false,
        },
      ],
      relocationEdit: [
        {
          ticketId: id('relocation.planned'),
          version: 1,
          toStoreId: id('store.pudong'),
          reason: 2,
          mode: 2,
          carrier: '顺路托运',
          planStart: SCENE_NOW + 20 * DAY,
          planEnd: SCENE_NOW + 22 * DAY,
          assigneeId: id('account.manager'),
        },
      ],
      relocationHandle: [
        { ticketId: id('relocation.open'), version: 1, action: 'assign', assigneeId: id('account.manager') },
        {
          ticketId: id('relocation.toGo'),
          version: 1,
          action: 'depart',
          planEnd: SCENE_NOW + DAY,
          odometerKm: 90_000,
          fuelPct: 60,
          photoIds: [1, 2, 3, 4].map((n) => id(`movePhoto.${n}`)),
        },
        { ticketId: id('relocation.toGo'), version: 2, action: 'cancel', note: '抛锚', standsAt: id('store.pudong') },
      ],
      maintenancePage: [{ storeId: id('store.hongqiao'), vehicleId: id('ticketCar'), keyword: 'WB' }],
      maintenanceDetail: [{ ticketId: id('ticket.planned') }],
      maintenanceCreate: [
        {
          vehicleId: id('ticketCar'),
          type: 1,
          items: '更换机油',
          garageId: id('garage'),
          planStart: SCENE_NOW + 40 * DAY,
          planEnd: SCENE_NOW + 41 * DAY,
          assigneeId: id('account.manager'),
        },
        { vehicleId: id('damagedCar'), type: 3, items: '引擎盖喷漆', damageId: id('damageCase') },
      ],
      maintenanceBatch: [
        {
          vehicleIds: [id('ticketCar')],
          type: 1,
          items: '更换机油',
          garageId: id('garage'),
          assigneeId: id('account.manager'),
        },
      ],
      maintenanceEdit: [
        {
          ticketId: id('ticket.planned'),
          version: 1,
          type: 2,
          items: '更换刹车片',
          garageId: id('garage'),
          planStart: SCENE_NOW + 20 * DAY,
          planEnd: SCENE_NOW + 22 * DAY,
          assigneeId: id('account.manager'),
        },
      ],
      maintenanceHandle: [
        {
          ticketId: id('ticket.open'),
          version: 1,
          action: 'send',
          odometerKm: 90_000,
          photoIds: [id('ticketPhoto')],
          planEnd: SCENE_NOW + DAY,
        },
        { ticketId: id('ticket.toAssign'), version: 1, action: 'assign', assigneeId: id('account.manager') },
      ],
      ofVehicle: [{ vehicleId: id('ticketCar') }],
      garagePage: [{ keyword: '达安' }],
      garageCreate: [{ name: '顺通汽修', phone: '021-62680102', address: '闵行区虹梅南路1号', works: [1, 2] }],
      garageEdit: [
        {
          garageId: id('garage.toEdit'),
          version: 1,
          name: '众诚钣喷中心',
          phone: '021-58990712',
          works: [3],
          enabled: false,
        },
      ],
      garageMerge: [{ garageId: id('garage.toMerge'), intoId: id('garage') }],
      yearlyPage: [{ storeId: id('store.hongqiao'), vehicleId: id('ticketCar'), keyword: 'NJ' }],
      yearlyBatch: [
        {
          tickets: [{ ticketId: id('yearly.planned'), version: 1 }],
          garageId: id('garage'),
          assigneeId: id('account.manager'),
        },
      ],
      yearlyDetail: [{ ticketId: id('yearly.planned') }],
      yearlyCreate: [
        {
          vehicleId: id('yearlyCar'),
          garageId: id('garage'),
          planStart: SCENE_NOW + 40 * DAY,
          planEnd: SCENE_NOW + 41 * DAY,
          assigneeId: id('account.manager'),
        },
      ],
      yearlyEdit: [
        { ticketId: id('yearly.planned'), version: 1, garageId: id('garage'), assigneeId: id('account.manager') },
      ],
      yearlyHandle: [
        { ticketId: id('yearly.open'), version: 1, action: 'assign', assigneeId: id('account.manager') },
        { ticketId: id('yearly.open'), version: 2, action: 'start', planEnd: SCENE_NOW + DAY },
        {
          ticketId: id('yearly.failed'),
          version: 3,
          action: 'repair',
          items: '更换前刹车片',
          garageId: id('garage'),
          planEnd: SCENE_NOW + DAY,
        },
        {
          ticketId: id('yearly.running'),
          version: 2,
          action: 'pass',
          inspectedOn: localDate(SCENE_NOW),
          newEndOn: '2031-12-31',
          photoIds: [id('inspectionPhoto')],
          fee: 32_000,
        },
      ],
    },
  }
}
