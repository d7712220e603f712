import { ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import type { TicketGroup } from '@cheyi/domain/fleet/ticket/ticket'
import { type Sql, sql } from '../../../kernel/db/sql.ts'

/** SQL on `ticket t`: tickets of any kind that are in one of the groups. */
export const ticketsIn = (...groups: readonly TicketGroup[]): Sql =>
  sql`(${
    ticketProfiles
      .map((of) => sql`t.kind = ${of.kind} and t.status in (${groups.flatMap((group) => of.groups[group])})`)
      .join(' or ') as Sql
  })`
