import type { InputOf } from '@cheyi/contract/call'
import type { Contract } from '@cheyi/contract/index'
import { at } from './at.ts'
import { SCENE_NOW, type Scene } from './scene.ts'

/*
 * A sound input of every call, about the things of a scene. A call that is about nothing of a merchant has an empty one.
 */

type Samples = {
  readonly [R in keyof Contract]: { readonly [C in keyof Contract[R]]: readonly InputOf<Contract[R][C]>[] }
}

const mark = (photoId: string) => ({
  part: 'roof',
  kind: 1 as const,
  x: 0.5,
  y: 0.5,
  isNew: true,
  photoIds: [photoId],
  reason: '划痕',
})
const stay = { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') }

const aroundHongqiao = [
  { lng: 121.2, lat: 31.1 },
  { lng: 121.5, lat: 31.1 },
  { lng: 121.5, lat: 31.3 },
  { lng: 121.2, lat: 31.3 },
]

/** What a form of a store sends, as the tests' stores are. */
export const storeForm = {
  name: '虹桥机场店',
  code: 'HQ',
  cityCode: '310100',
  address: '虹桥路2550号',
  lat: 31.1979,
  lng: 121.3363,
  phones: ['021-62680000'],
  managerAccountId: null,
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '22:00' }],
  holidays: [],
  pickupModes: [1, 2, 3],
  returnModes: [1, 2, 3],
  serviceAreas: [],
  minLeadMinutes: 120,
  maxAdvanceDays: 180,
  minRentHours: 1,
  maxRentDays: 60,
  settings: { turnaroundMinutes: null, prepMinutes: null, graceMinutes: null, dayAfterMinutes: null },
  allowOneWay: true,
  oneWayStoreIds: [],
  photoIds: [],
} satisfies InputOf<Contract['store']['save']>

/** What a form of a model sends, as the tests' models are. */
export const modelForm = {
  brand: '大众',
  series: '朗逸',
  name: '大众朗逸',
  carType: 1,
  seats: 5,
  doors: 4,
  gearbox: 1,
  energy: 1,
  displacement: '1.5L',
  tankL: 48,
  licenceClass: 'C1',
  depositRent: 300_000,
  depositIllegal: 200_000,
  mileageLimitKmPerDay: 300,
  overMileageFenPerKm: 100,
  imageIds: [],
} satisfies InputOf<Contract['model']['save']>

/** Every id that a call takes stands in one of its samples, and no id in two writes that would change the same thing. */
export function samplesOf({ ids, quotedTotal }: Scene): Samples {
  const id = (name: string): string => {
    const found = ids[name]
    if (found === undefined) throw new Error(`the scene has no ${name}`)
    return found
  }
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  const where = { storeId: id('store.hongqiao'), modelId: id('model.lavida') }
  return {
    session: {
      login: [{ mobile: '13900000000', password: 'Cheyi2026', agree: true }],
      captcha: [{}],
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
      resetPassword: [{ mobile: '13900000000', code: '123456', password: 'Sunny2026x' }],
      changePassword: [{ old: 'NotMine2026', password: 'Sunny2026x' }],
      devices: [{}, { accountId: id('driver') }],
      endSession: [{ sessionId: id('session') }],
      createTicket: [{ path: '/order' }],
      useTicket: [{ ticket: 'tk_none' }],
      logout: [{}],
      userInfo: [{}],
      switchMerchant: [{ merchantId: id('merchant') }],
      legal: [{ type: 'privacy' }],
    },
    account: {
      page: [{ roleId: id('role.service'), storeId: where.storeId }],
      detail: [{ id: id('account.manager') }],
      setStatus: [{ id: id('account.fleet'), status: 0 }],
      add: [
        {
          mobile: '13512345678',
          name: '新来',
          roleIds: [id('role.service')],
          storeScope: 1,
          storeIds: [where.storeId],
        },
      ],
      edit: [
        {
          id: id('account.manager'),
          version: 1,
          name: '店长',
          roleIds: [id('role.service')],
          storeScope: 1,
          storeIds: [where.storeId],
        },
      ],
      resetPassword: [{ id: id('account.finance') }],
      remove: [{ id: id('account.service') }],
    },
    role: {
      page: [{}],
      detail: [{ id: id('role.fleet') }],
      tree: [{}],
      auth: [{ roleId: id('role.fleet'), menuIds: [101] }, { list: [{ roleId: id('role.finance'), menuIds: [108] }] }],
      save: [{ name: '收车员' }, { roleId: id('role.fleet'), name: '车管员' }],
      copy: [{ roleId: id('role.service'), name: '客服二组' }],
      remove: [{ roleId: id('role.unused') }],
      restore: [{ roleId: id('role.clerk') }],
    },
    approval: { page: [{ id: id('approval') }], decide: [{ id: id('approval'), pass: true }] },
    audit: { page: [{ accountId: id('ownerAccount'), targetId: id('role.fleet') }] },
    job: { detail: [{ jobId: id('job') }] },
    lookup: { map: [{}], enumerations: [{}], cities: [{}] },
    simulation: { messages: [{}], partnerCode: [{ partnerUserId: 'u-1' }] },
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
      unbindWechat: [{}],
    },
    cancellation: { check: [{}], apply: [{ reason: '不再使用', smsCode: '123456' }], withdraw: [{}] },
    operator: {
      merchants: [{}],
      history: [{ merchantId: id('merchant') }],
      review: [{ merchantId: id('merchant'), action: 'approve' }],
    },
    inventory: {
      list: [{ storeId: where.storeId, modelId: where.modelId, keyword: '沪A1' }],
      detail: [{ vehicleId: id('vehicleWithPapers') }],
      timeline: [{ vehicleId: id('vehicleWithPapers') }],
      save: [
        {
          vehicleId: id('vehicleToEdit'),
          plate: '沪AD98765',
          vin: '1M8GDM9AXKP042788',
          modelId: id('model.qin'),
          homeStoreId: where.storeId,
          odometerKm: 20_000,
          photoIds: [id('vehiclePhoto')],
        },
      ],
      setLifecycle: [{ vehicleId: id('vehicleToWithdraw'), lifecycle: 2 }],
      saveDocument: [
        {
          vehicleId: id('vehicleWithPapers'),
          documentId: id('vehicleDocument'),
          kind: 6,
          no: '通行证2',
          mediaIds: [id('documentPhoto')],
        },
      ],
      correctOdometer: [{ vehicleId: id('vehicleToEdit'), odometerKm: 100, reason: '录错' }],
      endTurnaround: [{ vehicleId: id('vehicleToEdit') }],
      importTemplate: [{}],
      importCheck: [{ mediaId: id('table') }],
      importConfirm: [{ jobId: id('trial'), mode: 'validOnly' }],
      exportFleet: [{ storeId: where.storeId, modelId: where.modelId }],
    },
    overview: { todo: [{ storeId: where.storeId }], home: [{ storeId: where.storeId }], search: [{ keyword: 'A1' }] },
    merchant: {
      list: [{}],
      setting: [{ storeId: where.storeId }],
      paySetting: [{}],
      savePay: [{ payProfile: 1, payWays: [3, 4], limits: { maxPayment: 50_000_000 } }],
      detail: [{}],
      save: [
        {
          name: '守法租车公司',
          shortName: '守法租车',
          logoId: id('logo'),
          licenceNo: '91350100M000100Y43',
          licenceFileId: id('businessLicence'),
          contactName: '陈立群',
          contactMobile: '13900000000',
          cityCode: '310100',
        },
      ],
      saveSetting: [{ settings: { undoMinutes: 45 } }, { storeId: where.storeId, settings: { graceMinutes: 45 } }],
      setup: [{}],
    },
    store: {
      list: [{}],
      page: [{}],
      detail: [{ storeId: where.storeId }],
      save: [
        {
          ...storeForm,
          storeId: where.storeId,
          managerAccountId: id('driver'),
          oneWayStoreIds: [id('store.pudong'), id('store.hangzhou')],
          serviceAreas: [
            { name: '市区', kind: 'delivery', polygon: aroundHongqiao, feeConfigId: id('deliveryFee'), hours: [] },
          ],
          photoIds: [id('storePhoto')],
        },
      ],
      setStatus: [{ storeId: id('store.hangzhou'), status: 1 }],
    },
    model: {
      list: [{}],
      detail: [{ modelId: where.modelId }],
      save: [{ ...modelForm, modelId: where.modelId, imageIds: [id('modelImage')] }],
      setStatus: [{ modelId: id('model.gl8'), status: 1 }],
      library: [{}],
    },
    stock: {
      overview: [{ storeId: where.storeId }],
      summary: [{ ...where, month: '2026-12' }],
      day: [{ ...where, date: '2026-11-28' }],
      timeline: [{ ...where, from: '2026-11-28' }],
      stopSave: [
        {
          storeId: where.storeId,
          modelId: id('model.gl8'),
          vehicleId: id('vehicleToBook'),
          start: at('12-20T00:00'),
          end: at('12-21T00:00'),
          quantity: 1,
          reason: 5,
        },
      ],
      stopRemove: [{ id: id('stop') }],
      conflicts: [{ storeId: where.storeId }],
      repairs: [{ orderId: id('order.confirmed') }],
      repack: [{ orderId: id('order.confirmed') }],
      free: [
        {
          storeId: where.storeId,
          modelIds: [where.modelId],
          returnStoreId: id('store.pudong'),
          from: stay.pickupAt,
          to: stay.returnAt,
          exceptOrderId: id('order.detail'),
          priced: true,
        },
      ],
    },
    pricing: {
      quote: [{ ...where, ...stay, returnStoreId: id('store.pudong'), orderId: id('order.confirmed') }],
      services: [where],
    },
    price: {
      rules: [where],
      saveRule: [{ ...where, basePrice: 20_500 }],
      saveTiers: [{ ruleId: id('priceRule'), tiers: [{ fromDays: 4, rateBp: 9300 }] }],
      saveLong: [
        { storeId: where.storeId, modelId: id('model.qin'), rows: [{ fromMonths: 1, monthlyPrice: 450_000 }] },
      ],
      follow: [{ ...where, source: 2 }],
      calendar: [{ ...where, from: '2026-12-01', to: '2026-12-31' }],
      saveCalendar: [{ ...where, from: '2026-12-10', to: '2026-12-12', price: 33_300 }],
      undoCalendar: [{ changeId: id('priceChange') }],
      adjust: [{ storeIds: [id('store.pudong')], modelIds: [id('model.qin')], fen: 100 }],
      copy: [{ ...where, storeIds: [id('store.hangzhou')], modelIds: [id('model.gl8')], parts: ['rule'] }],
      trial: [{ ...where, trips: [stay], draft: { basePrice: 21_000 } }],
      history: [where],
      plans: [where],
      cancelPlan: [{ id: id('pricePlan') }],
    },
    terms: {
      saveService: [
        {
          id: id('service'),
          code: 'base',
          name: '基础服务费',
          itemType: 1,
          unit: 'day',
          price: 5100,
          mandatory: true,
          storeIds: [where.storeId, id('store.pudong')],
          modelIds: [where.modelId],
        },
      ],
      fees: [{ storeId: where.storeId, kind: 'night' }],
      saveFee: [
        {
          id: id('fee'),
          storeId: where.storeId,
          kind: 'oneWay',
          feeMode: 3,
          amount: 9900,
          pairStoreId: id('store.pudong'),
        },
      ],
      cancelRules: [{}],
      saveCancelRule: [
        {
          id: id('cancelRule'),
          name: '平日规则',
          season: 'normal',
          tiers: [{ minMinutesBefore: 0, rateBp: 10_000 }],
          base: 2,
          storeIds: [where.storeId],
        },
      ],
      depositPolicies: [where],
      saveDepositPolicy: [{ id: id('depositPolicy'), ...where, rentalFen: 100_000, modes: [1] }],
    },
    order: {
      list: [{ storeId: [where.storeId], modelId: where.modelId }],
      detail: [order('detail')],
      contact: [order('detail')],
      draft: [order('draft')],
      create: [
        {
          submit: true,
          ...order('draft'),
          quoteId: id('quote'),
          expectTotal: quotedTotal,
          contactName: '周明轩',
          contactPhone: '18621070937',
          renterId: id('person.renter'),
          codriverIds: [id('person.codriver')],
          vehicleId: id('vehicleToBook'),
        },
      ],
      cancel: [{ ...order('toCancel'), reason: 1, responsibility: 2, expectPenalty: 0 }],
      cancelRule: [order('detail'), { quoteId: id('quote') }],
      services: [order('detail')],
      updateStatus: [
        { ...order('waiting'), status: 3 },
        { ...order('cancelling'), action: 'retryRefund', voucherIds: [id('refundVoucher')] },
      ],
      remarks: [order('detail')],
      saveRemark: [{ ...order('detail'), content: '客户要儿童座椅', photoIds: [id('remarkPhoto')] }],
      log: [order('detail')],
    },
    vehicle: {
      available: [order('confirmed'), { ...where, ...stay }],
      plan: [
        { ...order('confirmed'), vehicleId: id('vehicle') },
        {
          ...order('swapped'),
          vehicleId: id('vehicleToSwap'),
          swap: {
            reason: '爆胎',
            old: { mileageKm: 10_200, fuelEighths: 8, photoIds: [id('swapPhoto')] },
            new: { mileageKm: 10_200, fuelEighths: 8, photoIds: [id('swapPhotoOfNew')] },
          },
        },
      ],
    },
    driver: {
      box: [{ storeId: where.storeId }],
      arrange: [{ ...order('delivered'), type: 0, accountId: id('driver') }],
      tasks: [{ accountId: id('driver') }],
      tasksOfOrder: [order('delivered')],
      certificates: [order('detail')],
      searchPeople: [{ keyword: '周明轩' }],
      personDetail: [{ personId: id('person.renter') }],
      revealPerson: [{ personId: id('person.renter') }],
      savePerson: [
        {
          personId: id('person.codriver'),
          name: '陈一鸣',
          identityType: 1,
          imgFront: id('identity'),
          imgBack: id('identityBack'),
          licenceMain: id('licence'),
          licenceSub: id('licenceBack'),
          facePhoto: id('facePhoto'),
        },
      ],
      verifyPerson: [{ personId: id('person.codriver'), pass: true, faceMediaId: id('face') }],
      blacklistPerson: [{ personId: id('person.codriver'), on: true, reason: '欠款' }],
    },
    deposit: {
      policy: [order('detail'), { ...where, source: 1 }],
      forPickup: [order('detail')],
      pay: [{ ...order('toPay'), kind: 1, mode: 1, payWay: 3, amount: 300_000, voucherIds: [id('depositVoucher')] }],
      detail: [order('back')],
      deduct: [
        {
          ...order('back'),
          kind: 1,
          lines: [{ code: 'expense', refId: id('expense'), amount: 1000 }],
          mode: 6,
          reason: '清洁费',
          photoIds: [id('depositPhoto')],
        },
      ],
      release: [{ ...order('back'), kind: 2, early: true, voucherIds: [id('releaseVoucher')] }],
      retry: [{ depositId: id('deposit') }],
    },
    payment: {
      collect: [
        { ...order('toPay'), payKind: 1, payWay: 3, amount: 100, voucherIds: [id('rentVoucher')] },
        { ...order('toPay'), payKind: 3, payWay: 3, amount: 200_000, refId: id('depositToPay') },
      ],
      query: [{ paymentId: id('payment') }],
      cancel: [{ paymentId: id('payment') }],
    },
    expense: {
      saveAll: [
        {
          ...order('arranged'),
          type: 0,
          items: [
            { id: id('expenseOfArranged'), code: 9, amount: 500 },
            { code: 8, amount: 1000, photoIds: [id('expensePhoto')] },
          ],
        },
      ],
      list: [order('back')],
      bill: [order('back')],
    },
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
      ],
      reissue: [{ recordId: id('recordOfPickup'), mediaIds: [id('pickupExtra')], reason: '补拍' }],
      settlement: [{ ...order('out'), actualReturnAt: SCENE_NOW, mileageKm: 10_100, fuelEighths: 8 }],
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
    agreement: {
      kinds: [order('detail')],
      facts: [{ ...order('out'), type: 0 }],
      status: [order('out')],
      generatePickup: [{ ...order('arranged'), recordId: id('recordOfArranged'), photoIds: [id('paper')] }],
      generateReturn: [{ ...order('out'), recordId: id('recordOfReturn'), photoIds: [id('returnPaper')] }],
    },
    media: { upload: [{ biz: 'pickup' }] },
    stream: { ticket: [{}] },
    notify: {
      page: [{}],
      unread: [{}],
      read: [{ ids: [id('notice')] }],
      switches: [{}],
      setting: [{ type: 1, way: 1, on: false }],
    },
  }
}

/** Samples that are refused by their own state, whoever asks, and how. */
export const refusedSamples: Readonly<Record<string, number>> = {
  // Nobody was sent that code, nor made that ticket, and it is not their password.
  'session.loginByCode': 1006,
  'session.register': 1006,
  'session.resetPassword': 1006,
  'session.useTicket': 1009,
  'session.changePassword': 1001,
  // For the platform's own people.
  'operator.review': -3,
  // Nobody shows that code, and the partner knows none such.
  'qrLogin.status': 1008,
  'qrLogin.scan': 1008,
  'qrLogin.confirm': 1008,
  'qrLogin.refuse': 1008,
  'partner.wukong': 1013,
  // That sign-in was days ago.
  'partner.unbindWechat': -2,
  'cancellation.apply': 1006,
  'cancellation.withdraw': -5,
  // The deposit did not fail to go back, and money that came in is not called back.
  'deposit.retry': 4002,
  'payment.cancel': 4005,
}
