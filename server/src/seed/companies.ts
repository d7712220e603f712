import { contract } from '@cheyi/contract/index'
import { DAY, HOUR } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import { company } from './long.ts'
import type { Master } from './master.ts'
import type { Actor, Stage } from './perform.ts'

/** Companies that rent: one with agreed prices, one with a share of the list price and a small limit, one as it was entered. */
const companies = [
  {
    file: {
      name: company,
      taxNo: '91310115MA1K4XYZ3B',
      address: '上海市浦东新区张江路88号',
      phone: '021-50801234',
      bank: '招商银行上海张江支行',
      bankAccount: '121908765410801',
      tags: ['重点', '月结'],
    },
    contacts: [
      ['王会计', '13761200418'],
      ['李行政', '13916680527'],
    ],
    terms: { credit: 8_000_000, payDays: 30 },
    prices: true,
  },
  {
    file: { name: '申达会展服务有限公司', taxNo: '91310104MA7D2PQR5X', tags: ['会展'] },
    contacts: [['周经理', '18621354079']],
    terms: { credit: 500_000, payDays: 15, rateBp: 9000 },
    prices: false,
  },
  { file: { name: '晨光律师事务所' }, contacts: [], terms: {}, prices: false },
] as const

/** @returns the ids of the companies by their names */
export async function enterCompanies(
  stage: Stage,
  actor: Actor,
  master: Master,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const act = stage.as(actor, now - 90 * DAY)
  const ids = new Map<string, string>()
  for (const { file, contacts, terms, prices } of companies) {
    const { companyId } = await act(contract.company.create, { ...file, tags: 'tags' in file ? [...file.tags] : [] })
    for (const [name, phone] of contacts) await act(contract.company.saveContact, { companyId, name, phone })
    await act(contract.company.saveTerms, { companyId, version: 1, enabled: true, ...terms })
    if (prices)
      for (const [at, modelId] of master.models.slice(0, 2).entries())
        await act(contract.company.savePrice, { companyId, modelId, dayPrice: 16_800 + at * 4_000 })
    ids.set(file.name, companyId)
  }
  return ids
}

/** The secretary of a company books on the merchant's page; a former one does no more. */
export async function inviteBookers(
  stage: Stage,
  { now, cast, companies }: Pick<Scene, 'now' | 'cast' | 'companies'>,
): Promise<void> {
  const act = stage.as(cast.manager, now - HOUR)
  const companyId = companies.get(company)!
  const { bookerId } = await act(contract.company.saveBooker, { companyId, name: '孙助理', mobile: '13524607780' })
  await act(contract.company.saveBooker, { companyId, name: '陈助理', mobile: '13524607781' })
  await act(contract.company.endBooker, { bookerId })
}
