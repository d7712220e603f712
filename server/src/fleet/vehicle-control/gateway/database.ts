import type { CodeOf } from '@cheyi/domain/enumeration'
import type { ChargeProfile } from '@cheyi/domain/fleet/vehicle-control/charge'
import type { deviceClocks } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { Fix } from '@cheyi/domain/fleet/vehicle-control/jt808/fix'
import type { Profile } from '@cheyi/domain/fleet/vehicle-control/jt808/profile'
import type { DeviceKind } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import type { CommandDatabase } from './commands.ts'
import { type JudgedDatabase, refusalCode } from './judged.ts'
import type { WatchDatabase } from './watch.ts'

/*
 * Database access of the gateway: only its own functions, which are all
 * that its role may use (migration 0010_process_rights). They take the merchant from the registry of terminals, so that no message of a terminal can reach the rows of
 * another merchant.
 */

/** The data of an accepted device that its link needs. */
export interface Entry extends Profile {
  readonly merchantId: string
  readonly deviceId: string
  readonly sessionNo: string
  readonly clock: CodeOf<typeof deviceClocks>
  /** Its last live position. */
  readonly at: number | null
  readonly lat: number | null
  readonly lng: number | null
  readonly stoppedSince: number | null
  readonly acc: boolean | null
  readonly restAt: number | null
  readonly restLat: number | null
  readonly restLng: number | null
  readonly charge: ChargeProfile | null
}

/** A device whose reports a front-end forwards. */
export interface TrackerEntry extends Omit<Entry, 'clock'> {
  readonly kind: DeviceKind
}

/** Answer to a registration (results of 0x8100), and the number of the code that may be sent. */
export interface Registered {
  readonly result: number
  readonly codeNo: number
}

export interface SessionFix extends Fix {
  readonly deviceId: string
  readonly sessionNo: string
}

export interface Session {
  readonly deviceId: string
  readonly sessionNo: string
}

export interface GatewayDatabase {
  register(
    phone: string,
    told: { terminalId: string; imei: string; maker: string; model: string; v2019: boolean },
    network: string,
    now: number,
  ): Promise<Registered>
  /** Stores the hash of a code that was issued. */
  giveCode(phone: string, codeNo: number, hash: Buffer): Promise<void>
  /** Null: unknown terminal, or wrong code. The new session replaces any other of the terminal. */
  enter(node: string, phone: string, network: string, hash: Buffer, now: number): Promise<Entry | null>
  /** Null: no such device reports by a front-end. */
  enterTracker(node: string, phone: string, now: number): Promise<TrackerEntry | null>
  /** A terminal of this network was still connected when another link had taken its session. */
  stillThere(deviceId: string, network: string, now: number): Promise<void>
  /** The gateway that serves a terminal: null for this one, '' for none while its merchant moves to another cluster. */
  placeOf(phone: string): Promise<string | null>
  /**
   * Stores each report exactly once, also after a failed attempt.
   * @returns devices whose reports were not stored, because their merchant moves or has moved to another cluster
   */
  ingest(fixes: readonly SessionFix[], now: number): Promise<readonly string[]>
  /** Heartbeat of this node with the sessions that received something; returns those of `held` that another link has taken. */
  beat(
    node: string,
    heard: readonly (Session & { readonly at: number })[],
    held: readonly Session[],
  ): Promise<readonly string[]>
  /** Sessions whose links have ended. */
  leave(sessions: readonly Session[]): Promise<void>
  makeDays(now: number): Promise<void>
}

export function gatewayDatabase(pool: Kernel['pools']['main']): GatewayDatabase {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    register: async (phone, { terminalId, imei, maker, model, v2019 }, network, now) =>
      (
        await pool.query('select * from gateway_register($1, $2, $3, $4, $5, $6, $7, $8)', [
          phone,
          terminalId,
          imei,
          maker,
          model,
          v2019,
          network,
          at(now),
        ])
      ).rows[0],
    placeOf: async (phone) => (await pool.query('select gateway_place($1) as place', [phone])).rows[0].place,
    async giveCode(phone, codeNo, hash) {
      await pool.query('select gateway_give_code($1, $2, $3)', [phone, codeNo, hash])
    },
    enter: async (node, phone, network, hash, now) =>
      (await pool.query('select * from gateway_enter($1, $2, $3, $4, $5)', [node, phone, network, hash, at(now)]))
        .rows[0] ?? null,
    enterTracker: async (node, phone, now) =>
      (await pool.query('select * from gateway_enter_tracker($1, $2, $3)', [node, phone, at(now)])).rows[0] ?? null,
    async stillThere(deviceId, network, now) {
      await pool.query('select gateway_still_there($1, $2, $3)', [deviceId, network, at(now)])
    },
    async ingest(fixes, now) {
      const devices = [...new Set(fixes.map(({ deviceId }) => deviceId))]
      const { rows } = await pool.query({
        name: 'gateway ingest',
        text: 'select gateway_ingest($1, $2), gateway_away($3) as away',
        values: [JSON.stringify(fixes), at(now), devices],
      })
      return rows[0].away
    },
    async beat(node, heard, held) {
      const { rows } = await pool.query('select gateway_beat($1, $2, $3) as id', [
        node,
        JSON.stringify(heard),
        JSON.stringify(held),
      ])
      return rows.map(({ id }) => id)
    },
    async leave(sessions) {
      await pool.query('select gateway_leave($1)', [JSON.stringify(sessions)])
    },
    async makeDays(now) {
      await pool.query('select position_days($1)', [at(now)])
    },
  }
}

/** Functions for alarms. */
export function watchDatabase(pool: Kernel['pools']['main']): WatchDatabase {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    watch: async (deviceIds, known, now) =>
      (
        await pool.query({
          name: 'gateway watch',
          text: 'select gateway_watch($1, $2, $3) as facts',
          values: [deviceIds, known, at(now)],
        })
      ).rows[0].facts,
    async alarms(changes, now) {
      await pool.query('select gateway_alarms($1, $2)', [JSON.stringify(changes), at(now)])
    },
  }
}

/** Functions for commands. */
export function commandDatabase(pool: Kernel['pools']['main']): CommandDatabase {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    claim: async (node, now, most) =>
      (
        await pool.query({
          name: 'gateway claim',
          text: 'select * from gateway_claim($1, $2, $3)',
          values: [node, at(now), most],
        })
      ).rows,
    answer: async (deviceId, serial, answer, now) =>
      (await pool.query('select * from gateway_answer($1, $2, $3, $4)', [deviceId, serial, answer, at(now)])).rows[0] ??
      null,
    confirm: async (deviceId, id, now) =>
      (await pool.query('select gateway_confirm($1, $2, $3) as done', [deviceId, id, at(now)])).rows[0].done,
    async fail(deviceId, id, now) {
      await pool.query('select gateway_fail($1, $2, $3)', [deviceId, id, at(now)])
    },
  }
}

/** Functions for commands that are checked at the moment of sending. */
export function judgedDatabase(pool: Kernel['pools']['main']): JudgedDatabase {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    due: async (node, now) => (await pool.query('select * from gateway_judged($1, $2)', [node, at(now)])).rows,
    async within({ id, deviceId, sessionNo }, node, now, work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const answer = await work({
          facts: async () =>
            (
              await client.query('select gateway_judged_facts($1, $2, $3, $4) as facts', [
                deviceId,
                id,
                sessionNo,
                at(now),
              ])
            ).rows[0].facts,
          send: async () =>
            (await client.query('select gateway_judged_send($1, $2, $3, $4) as serial', [deviceId, id, node, at(now)]))
              .rows[0].serial,
          async refuse(refusal, unsent = false) {
            await client.query('select gateway_judged_refuse($1, $2, $3, $4, $5, $6)', [
              deviceId,
              id,
              refusalCode(refusal),
              refusal,
              unsent,
              at(now),
            ])
          },
        })
        await client.query('commit')
        client.release()
        return answer
      } catch (error) {
        // Closing the connection rolls back an unfinished transaction.
        client.release(true)
        throw error
      }
    },
  }
}
