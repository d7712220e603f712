import type { Scene } from '../world/scene/scene.ts'
import { stay, storeForm } from './sample-forms.ts'
import { idsOf } from './sample-ids.ts'

/*
 * What somebody limited to Hangzhou asks of others: beside the samples, which are about Hongqiao, what takes in every store, and what
 * is another store's and would become their own.
 */

/** More inputs of writing calls, by call. */
export function beyondSamples(scene: Scene): Readonly<Record<string, readonly object[]>> {
  const id = idsOf(scene)
  const own = id('store.hangzhou')
  const other = id('store.hongqiao')
  const modelId = id('model.qin')
  const service = { code: 'chain', name: '防滑链', itemType: 2, unit: 'day', price: 100 }
  const rule = {
    name: '旺季规则',
    season: 'normal',
    sources: [3],
    tiers: [{ minMinutesBefore: 0, rateBp: 10_000 }],
    base: 2,
  }
  const policy = { modelId, rentalFen: 0, modes: [1] }
  const fee = { kind: 'oneWay', feeMode: 3, amount: 9900, pairStoreId: id('store.pudong') }
  return {
    'terms.saveService': [
      { ...service, storeIds: [] },
      { ...service, storeIds: [own, other] },
      { ...service, id: id('service'), storeIds: [own] },
    ],
    'terms.saveCancelRule': [
      { ...rule, storeIds: [] },
      { ...rule, storeIds: [own, other] },
      { ...rule, id: id('cancelRule'), storeIds: [own] },
      { ...rule, id: id('cancelRule'), storeIds: [own], enabled: false },
    ],
    'terms.saveDepositPolicy': [
      policy,
      { ...policy, storeId: other },
      { ...policy, id: id('depositPolicy'), storeId: own },
    ],
    'terms.saveFee': [{ ...fee, id: id('fee'), storeId: own }],
    'payment.saveChannel': [scene.channel],
    'store.save': [{ ...storeForm, name: '虹桥二店', code: 'HQ2' }],
    'store.setStatus': [{ storeId: other, status: 1 }],
    'price.copy': [{ storeId: own, modelId, storeIds: [other], parts: ['rule'] }],
    'price.adjust': [{ storeIds: [own, other], modelIds: [modelId], fen: 100 }],
    'inventory.save': [{ plate: '沪AD98766', vin: '1M8GDM9A1KP042788', modelId, homeStoreId: other, odometerKm: 1 }],
    'quote.quote': [{ storeId: other, modelId, ...stay }],
    'order.create': [
      {
        submit: true,
        quoteId: id('quote'),
        expectTotal: scene.quotedTotal,
        contactName: '周明轩',
        contactPhone: '18621070937',
      },
    ],
    'account.add': [{ mobile: '13512345679', name: '新来', roleIds: [id('role.service')], storeScope: 0 }],
  }
}

const companies = 'a company is of the merchant: whoever books for one enters it and those to call'
const ownFiles = 'the file is the own one, and what it holds is what its asker sees'

/** Writes that a scope does not narrow, and why. */
export const ofNoStore: Readonly<Record<string, string>> = {
  'company.create': companies,
  'company.saveContact': companies,
  'company.revealContact': companies,
  'ticket.garageCreate': 'a garage is used by all stores, and a new one changes nothing of theirs',
  'order.exportList': ownFiles,
  'order.importTemplate': ownFiles,
  'order.importConfirm': 'rows of other stores are left out, each with its reason (order/import)',
  'inventory.exportFleet': ownFiles,
  'inventory.importTemplate': ownFiles,
  'inventory.importCheck': 'a table is looked at, and nothing of it kept',
  'inventory.importConfirm': 'rows of other stores are left out, each with its reason (inventory/import)',
  'inventory.policyTemplate': ownFiles,
  'inventory.policyCheck': 'a table is looked at, and nothing of it kept',
  'inventory.policyConfirm': 'rows of cars of other stores are left out, each with its reason (inventory/policies)',
  'cost.importTemplate': ownFiles,
  'cost.importCheck': 'a table is looked at, and nothing of it kept',
  'cost.importConfirm': 'rows of cars of other stores are left out, each with its reason (cost/import)',
  'violation.importTemplate': ownFiles,
  'violation.importCheck': 'a table is looked at, and nothing of it kept',
  'violation.importConfirm': 'rows of other stores are left out, each with its reason (violation/import)',
  'toll.importTemplate': ownFiles,
  'toll.importCheck': 'a table is looked at, and nothing of it kept',
  'toll.importConfirm': 'rows of other stores are left out, each with its reason (toll/import)',
  'invoice.exportAll': ownFiles,
  'invoice.batchExport': ownFiles,
  'agreement.previewTemplate': 'a paper that nobody keeps',
  'media.presign': 'an own file, of no order yet',
  'payment.testChannel': 'a question to the provider, of which nothing is kept',
  'notify.read': 'own notices',
  'notify.setting': 'own switches',
  'vehicleControl.look': 'their own look; what it shows is narrowed by the reads',
  'vehicleControl.watch': 'their own stream, which is narrowed by itself',
}

/** What is no word of reach, where there is nothing that could be out of it: the table of cars in sight is empty, the link unknown. */
export const refusedOtherwise: Readonly<Record<string, number>> = {
  'inventory.batch': -2,
  'account.add': 1031,
  'media.scanClose': 1008,
  'media.scanRemove': 1008,
}
