import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { enumCatalogue } from '@cheyi/domain/platform/lookup/catalogue'
import { implement } from '../../kernel/context.ts'
import { cities } from '../merchant/actions.ts'
import { soundsOf } from './actions.ts'
import { backupsKnown, newestTexts } from './checkup.ts'

/** Copied once, because the type of the response has mutable lists. */
const lists: OutputOf<typeof contract.lookup.enumerations> = Object.fromEntries(
  Object.entries(enumCatalogue).map(([key, items]) => [key, [...items]]),
)

type City = OutputOf<typeof contract.lookup.cities>['list'][number]
/** Computed with the first request. */
let sounding: Promise<City[]> | undefined
const withSounds = () =>
  Promise.all(
    cities.map(async (city) => {
      const { whole, initials } = await soundsOf(city.name)
      return { ...city, sound: `${whole} ${initials}` }
    }),
  )

export const lookup = implement(contract.lookup, {
  enumerations: () => lists,
  map: (_, { config }) => ({ tiles: config.mapTiles }),
  installation: (_, { config }) => {
    const simulators = config.simulators !== 'off'
    return { partner: config.wukong !== undefined || simulators, simulators }
  },
  apps: (_, { config }) => ({ list: [...config.sourceApps] }),
  async checkup(_, ctx) {
    const [backups, { delivered, dead, lastAt }] = await Promise.all([
      backupsKnown(ctx.config, ctx.now),
      newestTexts(ctx),
    ])
    return { now: ctx.now, backups, sms: { sends: ctx.config.sms.by !== 'outbox', delivered, dead, lastAt } }
  },
  async cities() {
    sounding ??= withSounds()
    return { list: await sounding }
  },
})
