import type { Ground } from '../ground.ts'
import type { Complain } from '../judge.ts'
import type { Row } from '../table.ts'
import { addresses } from './addresses.ts'
import { bookingPages } from './booking-pages.ts'
import { Door } from './door.ts'
import { exports } from './exports.ts'
import { http2 } from './http2.ts'
import { customersLinks } from './links.ts'
import { nobody } from './nobody.ts'
import { paths } from './paths.ts'
import { terminals } from './terminals.ts'
import { uploads } from './uploads.ts'

type Attempt = (ground: Ground, door: Door, large: boolean) => Promise<void>

/** Links end here, so that they come last. */
const doors: Readonly<Record<string, Attempt>> = {
  'no session': nobody,
  paths,
  'webhook addresses': addresses,
  uploads,
  exports,
  terminals,
  'HTTP/2': http2,
  'booking pages': bookingPages,
  'links and passes': customersLinks,
}

export async function attackDoors(
  ground: Ground,
  { large, complain }: { readonly large: boolean; readonly complain: Complain },
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const [name, attempt] of Object.entries(doors)) {
    const door = new Door(complain)
    await attempt(ground, door, large)
    rows.set(`door: ${name}`, door.row)
  }
  return rows
}
