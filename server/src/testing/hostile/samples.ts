import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { DAY, localDate } from '@cheyi/domain/time'
import { at } from '../at.ts'
import { SCENE_NOW, type Scene } from '../world/scene/scene.ts'
import { stay } from './sample-forms.ts'
import { type AllSamples, idsOf, type Samples, withBare } from './sample-ids.ts'
import { assetSamples, bankSamples, payableSamples, taxSamples } from './samples-bank.ts'
import { bookSamples } from './samples-books.ts'
import { channelSamples } from './samples-channel.ts'
import { commissionSamples } from './samples-commission.ts'
import { companySamples } from './samples-company.ts'
import { fleetSamples } from './samples-fleet.ts'
import { handoverSamples } from './samples-handover.ts'
import { insuranceSamples } from './samples-insurance.ts'
import { ownerSamples } from './samples-owner.ts'
import { paperSamples } from './samples-papers.ts'
import { peopleSamples } from './samples-people.ts'
import { selfSamples } from './samples-self.ts'
import { ticketSamples } from './samples-tickets.ts'

/*
 * A sound input of every call, about the things of a scene. A call that is about nothing of a merchant has an empty one.
 */

/** Every id that a call takes stands in one of its samples, and no id in two writes that would change the same thing. */
export const samplesOf = (scene: Scene): AllSamples => withBare(given(scene))

function given(scene: Scene): Samples {
  const id = idsOf(scene)
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  const where = { storeId: id('store.hongqiao'), modelId: id('model.lavida') }
  const part = { from: '2026-11-01', to: '2026-11-20', storeIds: [where.storeId], modelIds: [where.modelId] }
  const swapPhotos = (biz: 'return' | 'pickup') =>
    requiredSlots.map((slot) => ({ slot, mediaId: id(`swap.${biz}.${slot}`) }))
  return {
    ...peopleSamples(scene),
    ...assetSamples(scene),
    ...bankSamples(scene),
    ...bookSamples(scene),
    ...companySamples(scene),
    ...commissionSamples(scene),
    ...payableSamples(scene),
    ...fleetSamples(scene),
    ...paperSamples(scene),
    ...handoverSamples(scene),
    ...ownerSamples(scene),
    ...selfSamples(scene),
    ...taxSamples(scene),
    ...ticketSamples(scene),
    todo: {
      counts: [{ storeId: where.storeId }],
      refundTasks: [order('out')],
      assign: [{ ...order('out'), kind: 'deposit', accountId: id('account.manager'), dueAt: SCENE_NOW }],
    },
    profit: {
      list: [{ from: '2026-10-01', to: '2026-11-30', storeId: where.storeId, modelId: where.modelId, sort: 'income' }],
      groups: [{ from: '2026-10-01', to: '2026-11-30', by: 'model', storeId: where.storeId, modelId: where.modelId }],
      car: [{ vehicleId: id('vehicleOfOut') }],
      income: [{ vehicleId: id('vehicleOfOut'), from: '2026-11-01' }],
      life: [{ vehicleId: id('vehicleOfOut') }],
    },
    data: {
      overview: [part],
      trend: [part],
      mix: [part],
      rank: [{ ...part, by: 'store' }],
      orders: [{ ...part, figure: 'rented' }],
      exportFigures: [{ ...part, of: 'model' }],
      bridge: [{ month: '2026-10' }],
      bridgeExport: [{ month: '2026-10' }],
    },
    instalment: {
      companyBill: [{ payer: '长租单位' }],
      companyRows: [{ payer: '长租单位' }],
      companyExport: [{ payer: '长租单位' }],
      companyPaper: [{ payer: '长租单位' }],
      longDetail: [order('long')],
      init: [{ pickupAt: SCENE_NOW, termMonths: 3, monthlyPrice: 450_000 }],
      list: [order('long')],
      payment: [{ instalmentId: id('instalment.first') }],
      pay: [
        {
          instalmentId: id('instalment.first'),
          amount: 1,
          payMode: 2,
          payWay: 4,
          voucherIds: [id('instalmentVoucher')],
        },
      ],
      terminatePreview: [{ ...order('longOut'), endOn: localDate(SCENE_NOW + DAY), merchantCause: false }],
      terminate: [
        {
          ...order('longOut'),
          endOn: localDate(SCENE_NOW + DAY),
          merchantCause: true,
          reason: '车辆召回',
          expectAmount: scene.endedTomorrow,
        },
      ],
      withdrawEnd: [{ ...order('longEnded'), reason: '客户继续租用' }],
      postpone: [{ instalmentId: id('instalment.second'), dueDate: '2027-03-02' }],
    },
    renewal: {
      price: [{ ...order('out'), newReturnAt: at('11-26T10:00') }],
      create: [{ ...order('swapped'), quoteId: id('renewalQuote'), payWay: 3, voucherIds: [id('renewalVoucher')] }],
      cancel: [{ renewalId: id('renewal'), reason: '客户不续了' }],
      list: [order('out')],
      services: [order('out')],
    },
    overview: { home: [{ storeId: where.storeId }], search: [{ keyword: 'A1' }] },
    merchant: {
      setting: [{ storeId: where.storeId }],
      paySetting: [{}, { storeId: where.storeId }],
      saveStorePay: [{ storeId: where.storeId, payWays: [1, 3, 4], maxPayment: 50_000_000 }],
      savePay: [{ payProfile: 1, payWays: [1, 3, 4], limits: { maxPayment: 50_000_000 } }],
      save: [
        {
          // The merchant keeps its name, which the invoices of its suppliers carry.
          name: scene.w.merchantName,
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
    },
    quote: {
      quote: [
        { ...where, ...stay, returnStoreId: id('store.pudong'), orderId: id('order.confirmed') },
        { ...where, ...stay, companyId: id('company') },
      ],
      services: [where],
    },
    price: {
      models: [{ keyword: '秦' }],
      rules: [where],
      saveRule: [{ ...where, basePrice: 20_500 }],
      begin: [{ storeId: id('store.hangzhou'), rows: [{ modelId: id('model.gl8'), basePrice: 50_000 }] }],
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
      bench: [{ ...where, draft: { basePrice: 21_000 } }],
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
      saveDamagePrice: [{ family: 'door', version: 1, scratch: 45_000 }],
    },
    order: {
      exportList: [{ storeId: [where.storeId], modelId: where.modelId }],
      importTemplate: [{}],
      importCheck: [
        {
          mediaId: id('table'),
          names: [{ field: 'store', name: '总店', id: where.storeId }],
          columns: [{ column: 0, key: 'orderNo' }],
        },
      ],
      importConfirm: [{ jobId: id('orderTrial'), mode: 'validOnly' }],
      list: [{ storeId: [where.storeId], modelId: where.modelId }],
      detail: [order('detail')],
      contact: [order('detail')],
      draft: [order('draft')],
      create: [
        {
          submit: true,
          ...order('draft'),
          quoteId: id('quote'),
          expectTotal: scene.quotedTotal,
          contactName: '周明轩',
          contactPhone: '18621070937',
          renterId: id('person.renter'),
          codriverIds: [id('person.codriver')],
          vehicleId: id('vehicleToBook'),
        },
      ],
      cancel: [{ ...order('toCancel'), reason: 1, responsibility: 2, note: '车辆故障', expectPenalty: 0 }],
      cancelRule: [order('detail'), { quoteId: id('quote') }],
      services: [order('detail')],
      updateStatus: [
        { ...order('waiting'), status: 3 },
        { ...order('detail'), action: 'modify', quoteId: id('changeQuote') },
        { ...order('cancelling'), action: 'retryRefund', voucherIds: [id('refundVoucher')] },
      ],
      periodPreview: [{ ...order('delivered'), returnAt: stay.returnAt + 86_400_000 }],
      movePeriod: [{ ...order('delivered'), returnAt: Date.parse('2026-11-26T10:00:00+08:00'), expectTotal: 56_500 }],
      changeCustomer: [{ ...order('waiting'), contactName: '陈一鸣', contactPhone: '18621070938' }],
      remarks: [order('detail')],
      saveRemark: [{ ...order('detail'), content: '客户要儿童座椅', photoIds: [id('remarkPhoto')] }],
      driving: [order('detail')],
      log: [order('detail')],
    },
    cashShift: {
      state: [{ storeId: where.storeId, shiftId: id('shift') }],
      open: [{ storeId: id('store.pudong'), opening: 1_000_000, reason: '备用金' }],
      close: [{ id: id('shift'), counts: [{ way: 3, expected: 0, counted: 0 }] }],
      handIn: [{ storeId: where.storeId, amount: 100, voucherIds: [id('handInVoucher')] }],
      handIns: [{ storeId: where.storeId }],
      awaited: [{ storeId: where.storeId }],
      arrivals: [{ storeId: where.storeId, account: 'pos_clearing' }],
      arrive: [
        { storeId: where.storeId, account: 'pos_clearing', amount: 100, fee: 1, voucherIds: [id('arrivalVoucher')] },
      ],
      page: [{ storeId: where.storeId, cashierId: id('ownerAccount'), shiftId: id('shift') }],
    },
    ...channelSamples(scene),
    reconcile: {
      detail: [{ id: id('bill') }],
      differences: [{ billId: id('bill') }],
      retry: [{ id: id('billToCome') }],
      clear: [{ id: id('billDifference'), action: 'book', reason: '渠道漏记', storeId: where.storeId }],
    },
    ...insuranceSamples(scene),
    damage: {
      list: [order('back')],
      save: [
        {
          ...order('back'),
          vehicleId: id('vehicleOfBack'),
          parts: [{ part: 'leftFrontDoor', kind: 2, amount: 80_000 }],
          worth: 0,
          downtimeDays: 2,
          downtimeFee: 10_000,
          depreciationFee: 0,
          otherFee: 100,
          insuranceCovered: 50_000,
          liability: 1,
          photoIds: [id('damagePhoto')],
          remark: '停车场剐蹭',
          assess: true,
        },
        { ...order('back'), id: id('damageCase'), version: 2, deduct: { payMode: 6, amount: 100 } },
        { ...order('back'), id: id('damageToClose'), close: { reason: '客户未承认' } },
      ],
      refund: [
        { damageId: id('damagePaid'), amount: 100, payMode: 3, reason: '重复收取' },
        {
          ...order('back'),
          kind: 1,
          amount: 100,
          payMode: 4,
          voucherIds: [id('damageVoucher')],
          reason: '车损已结清',
        },
      ],
    },
    supplement: {
      list: [order('out')],
      save: [
        {
          ...order('out'),
          reasonCode: 3,
          amount: 2_000,
          remark: '停车费',
          photoIds: [id('supplementPhoto')],
          payMode: 2,
          payWay: 4,
          voucherIds: [id('supplementVoucher')],
        },
      ],
      cancel: [{ id: id('supplement') }],
    },
    arrange: {
      available: [order('confirmed'), { ...where, ...stay }],
      plan: [
        { ...order('confirmed'), vehicleId: id('vehicle') },
        {
          ...order('swapped'),
          vehicleId: id('vehicleToSwap'),
          swap: {
            reason: '爆胎',
            old: {
              ...{ mileageKm: 10_200, fuelEighths: 8, photos: swapPhotos('return') },
              damageMarks: [
                {
                  part: 'roof',
                  kind: 1,
                  x: 0.5,
                  y: 0.5,
                  isNew: true,
                  photoIds: [id('swap.return.mark')],
                  reason: '划痕',
                },
              ],
              storeId: id('store.hongqiao'),
            },
            new: { mileageKm: 10_200, fuelEighths: 8, photos: swapPhotos('pickup') },
          },
        },
      ],
    },
    driver: {
      box: [{ storeId: where.storeId }],
      arrange: [{ ...order('delivered'), type: 0, accountId: id('driver') }],
      arrive: [{ taskId: id('driverTask'), lng: 121.4, lat: 31.2 }],
      tasks: [{ accountId: id('driver') }],
      tasksOfOrder: [order('delivered')],
      certificates: [order('detail')],
      searchPeople: [{ keyword: '周明轩' }],
      customers: [{}, { keyword: '周明轩', storeId: where.storeId, sort: 'last' }],
      customerTags: [{ storeId: where.storeId }],
      setTags: [{ personId: id('person.asking'), tags: ['老客户'] }],
      exportCustomers: [{ storeId: where.storeId, sort: 'spent' }],
      personDetail: [{ personId: id('person.renter') }],
      revealPerson: [{ personId: id('person.renter') }],
      savePerson: [
        {
          personId: id('person.codriver'),
          name: '陈一鸣',
          identityType: 1,
          licenceClass: 'C1',
          licenceFirstIssue: '2015-03-01',
          imgFront: id('identity'),
          imgBack: id('identityBack'),
          licenceMain: id('licence'),
          licenceSub: id('licenceBack'),
          facePhoto: id('facePhoto'),
        },
      ],
      verifyPerson: [
        { personId: id('person.codriver'), pass: true, waiveReason: '已核对原件', faceMediaId: id('face') },
      ],
      checkIdentity: [{ personId: id('person.codriver') }],
      checkLicence: [{ personId: id('person.codriver') }],
      blacklistPerson: [{ personId: id('person.codriver'), on: true, reason: '欠款' }],
      privacy: [{ personId: id('person.renter') }],
      withdrawConsent: [{ personId: id('person.asking'), kind: 1, way: 1 }],
      requests: [{ status: 0, kind: 2 }],
      requestPrivacy: [{ personId: id('person.asking'), kind: 1 }],
      answerPrivacy: [{ requestId: id('personRequest'), done: true, answer: '已更正' }],
      holdOrder: [{ ...order('back'), on: true, reason: '交警调取' }],
      readDocument: [{ mediaId: id('identity'), slot: 'imgFront', personId: id('person.codriver') }],
      exportPerson: [{ personId: id('person.asking') }],
      erasePerson: [{ personId: id('person.leaving'), reason: '客户要求' }],
    },
    deposit: {
      policy: [order('detail'), { ...where, source: 1 }],
      forPickup: [order('detail')],
      pay: [{ ...order('toPay'), kind: 1, mode: 1, payWay: 3, amount: 300_000, voucherIds: [id('depositVoucher')] }],
      convert: [{ ...order('back'), version: 1 }],
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
      release: [{ ...order('back'), kind: 2, amount: 50_000, early: true, voucherIds: [id('releaseVoucher')] }],
      retry: [{ depositId: id('deposit') }],
      withdraw: [{ depositId: id('deposit'), reason: '客户另有违章' }],
      agree: [{ ...order('toPay'), rental: 300_000, violation: 200_000 }],
      agreeLong: [{ ...order('long'), kind: 1, amount: 600_000 }],
      withdrawWaiver: [{ depositId: id('deposit'), reason: '客户信用有变' }],
    },
    payment: {
      flowList: [
        { ...order('back'), kind: 1 },
        { storeId: where.storeId, cashierId: id('ownerAccount'), shiftId: id('shift') },
      ],
      flowExport: [{ ...order('back'), storeId: where.storeId, cashierId: id('ownerAccount'), shiftId: id('shift') }],
      vouchers: [{ account: 'cash_on_hand' }, { keyword: 'O261120000001' }],
      entriesExport: [{ account: 'rent_income' }],
      takings: [{ storeId: where.storeId }],
      heldList: [{ storeId: where.storeId, kind: 1, due: 1 }],
      handMade: [{ storeId: where.storeId, accountId: id('ownerAccount') }],
      correct: [{ txnId: id('handMade'), reason: '重复登记' }],
      heldExport: [{ storeId: where.storeId }],
      collect: [
        { ...order('toPay'), payKind: 1, payWay: 3, amount: 100, voucherIds: [id('rentVoucher')] },
        { ...order('toPay'), payKind: 3, payWay: 3, amount: 200_000, refId: id('depositToPay') },
      ],
      charge: [{ paymentId: id('payment'), authCode: '281234567890123456' }],
      query: [{ paymentId: id('payment') }],
      toCheck: [order('toPay')],
      checkAgain: [{ paymentId: id('paymentToCheck') }],
      giveUp: [{ paymentId: id('paymentToCheck'), reason: '平台查无此单' }],
      askLink: [
        { ...order('toPay'), payKind: 1, way: 2 },
        { ...order('delivered'), payKind: 2, way: 2, refId: id('rentalToPay') },
      ],
      payPage: [{ t: id('payToken') }],
      payByLink: [{ t: id('payToken'), payWay: 1 }],
      cancel: [{ paymentId: id('payment') }],
      receiptDebts: [{ keyword: '周明轩' }],
      receiptSave: [
        {
          payer: '云途科技',
          payWay: 4,
          amount: 100,
          slipNo: 'BANK-0001',
          voucherIds: [id('receiptVoucher')],
          orders: [{ ...order('toPay'), amount: 100 }],
        },
      ],
      receiptList: [{ keyword: '云途', way: 4, refunded: false }],
      receiptDetail: [{ id: id('receipt') }],
      testChannel: [{ id: id('payChannel') }],
      saveChannel: [
        { ...scene.channel, storeId: where.storeId },
        { ...scene.channel, id: id('payChannel') },
      ],
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
    stream: {},
    notify: {
      read: [{ ids: [id('notice')] }],
      setting: [{ type: 1, way: 1, on: false }],
      device: [{ registrationId: 'sample-device' }],
    },
  }
}
