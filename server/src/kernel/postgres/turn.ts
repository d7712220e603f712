import { newClient } from '../db/pools.ts'

/** Work that one process of an installation does at a time, for as long as it lives. */
export interface Turn {
  /** Whether it is ours; asked again where it was not. */
  take(): Promise<boolean>
  end(): Promise<void>
}

/** A turn by its name, held by a connection of its own: when that is lost, so is the turn. */
export function turnOf(gateUrl: string, name: string): Turn {
  let client: ReturnType<typeof newClient> | undefined
  let isOurs = false
  return {
    async take() {
      if (client === undefined) {
        const opened = newClient({ connectionString: gateUrl, application_name: name })
        opened.on('end', () => {
          if (client === opened) client = undefined
          isOurs = false
        })
        await opened.connect()
        client = opened
      }
      if (!isOurs) {
        const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as ours', [name])
        isOurs = rows[0].ours
      }
      return isOurs
    },
    async end() {
      await client?.end()
    },
  }
}
