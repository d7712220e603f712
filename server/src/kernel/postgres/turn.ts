import { newClient } from '../db/pools.ts'

/** A lock for work that only one process of an installation does at a time, held until that process ends. */
export interface Turn {
  /** Whether this process holds the lock; tries to take it if not. */
  take(): Promise<boolean>
  end(): Promise<void>
}

/** A lock with a name, held by a database connection of its own: when the connection is lost, the lock is lost too. */
export function turnOf(address: string, name: string): Turn {
  let client: ReturnType<typeof newClient> | undefined
  let isOurs = false
  return {
    async take() {
      if (client === undefined) {
        const opened = newClient({ connectionString: address, application_name: name })
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
