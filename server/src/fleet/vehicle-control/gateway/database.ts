import type { CodeOf } from '@cheyi/domain/enumeration'
import type { deviceClocks } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { Fix } from '@cheyi/domain/fleet/vehicle-control/jt808/fix'
import type { Profile } from '@cheyi/domain/fleet/vehicle-control/jt808/profile'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import type { CommandDatabase } from './commands.ts'
import { type JudgedDatabase, refusalCode } from './judged.ts'

/*
 * What the gateway asks of PostgreSQL: functions of its own alone (0710_gateway.sql, 0725_terminal_identity.sql), as role `gate`. They take the merchant from the
 * registry of terminals, so that nothing a terminal says can reach another merchant's rows.
 */

/** A device that may come in, as its link needs it. */
export interface Entry extends Profile {
  readonly merchantId: string
  readonly deviceId: string
  readonly sessionNo: string
  readonly clock: CodeOf<typeof deviceClocks>
  /** What was live of it last. */
  readonly at: number | null
  readonly lat: number | null
  readonly lng: number | null
  readonly stoppedSince: number | null
}

/** How a registration is answered (results of 0x8100), and the number of the code that may be told. */
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
  /** Keeps the hash of a code that was given out. */
  giveCode(phone: string, codeNo: number, hash: Buffer): Promise<void>
  /** Null: no such terminal, or another code. The session it opens is the terminal's only one from then on. */
  enter(node: string, phone: string, network: string, hash: Buffer, now: number): Promise<Entry | null>
  /** A terminal of this network was still there when another link had taken its session. */
  stillThere(deviceId: string, network: string, now: number): Promise<void>
  /** Stores reports, each once, whatever came of an earlier try. */
  ingest(fixes: readonly SessionFix[], now: number): Promise<void>
  /** Says that this node lives and which of its sessions heard something; answers which of `held` are another link's now. */
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
    async giveCode(phone, codeNo, hash) {
      await pool.query('select gateway_give_code($1, $2, $3)', [phone, codeNo, hash])
    },
    enter: async (node, phone, network, hash, now) =>
      (await pool.query('select * from gateway_enter($1, $2, $3, $4, $5)', [node, phone, network, hash, at(now)]))
        .rows[0] ?? null,
    async stillThere(deviceId, network, now) {
      await pool.query('select gateway_still_there($1, $2, $3)', [deviceId, network, at(now)])
    },
    async ingest(fixes, now) {
      await pool.query({
        name: 'gateway ingest',
        text: 'select gateway_ingest($1, $2)',
        values: [JSON.stringify(fixes), at(now)],
      })
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

/** The same for commands (0711_gateway_commands.sql). */
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

/** The same for commands that are judged as they leave (0726_unlock_verdict.sql). */
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
        // What is half done goes with its connection.
        client.release(true)
        throw error
      }
    },
  }
}
