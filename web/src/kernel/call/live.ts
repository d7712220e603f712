import {
  type CarPlace,
  type MapBox,
  MOST_BOXES,
  type PackedPlace,
  unpackPlace,
} from '@cheyi/domain/fleet/vehicle-control/place'
import { concernsRead, type KeptRead, type LiveEvent, standsEverywhere } from '@cheyi/domain/platform/stream/concerns'
import type { EventType } from '@cheyi/domain/platform/stream/events'
import type { Query } from '@tanstack/react-query'
import { apiHost } from '../device/hosts.ts'
import { currentRow } from '../page/router.ts'
import { currentToken } from '../token.ts'
import { currentSession, loadUser, mustChoose, onSession } from '../user.ts'
import { calls, isAskedAgain, queries, send } from './calls.ts'
import { see } from './seen.ts'

/*
 * One stream of live events per tab: an event makes the cached answers it concerns stale, and the visible ones are
 * fetched again. A ticket opens only one stream, so the browser's own reconnect cannot be used: after an error a new
 * ticket opens a new stream from the last known event.
 */

/** ms. Events come in bursts: their stale answers are fetched again once per burst. */
const GATHER = 300
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** ms without an event before a reconnect; the server sends a heartbeat every 15 s. */
const SILENCE = 40_000
/** A longer list was scrolled on purpose; a refresh would fetch all its pages. */
const MOST_PAGES = 3

const types: readonly EventType[] = [
  'record.changed',
  'order.changed',
  'stock.changed',
  'todo.changed',
  'ticket.changed',
  'violation.changed',
  'alarm',
  'command.changed',
  'channel.changed',
  'notify',
  'approval.changed',
  'auth.changed',
  'job.changed',
  'media.ready',
]

let source: EventSource | null = null
/** Owner of the stream; null while none is wanted. */
let owner: string | null = null
let place: string | undefined
let wait = FIRST_WAIT
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
/** The account has too many open streams (event `full`): this tab reconnects when it becomes visible again. */
let parked = false

/** Listens for the signed-in user, now and after each change. Call it once. */
export function startLive(): void {
  onSession(follow)
  addEventListener('online', again)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') again()
  })
  follow()
}

function follow(): void {
  const { user } = currentSession().state
  const next = user === null || mustChoose(user) || currentToken() === null ? null : `${user.id}:${user.merchantId}`
  if (next === owner) return
  owner = next
  place = undefined
  stop()
  if (owner !== null) void open()
}

function stop(): void {
  source?.close()
  source = null
  clearTimeout(retry)
  clearTimeout(silence)
}

/** Reconnects now instead of after the retry timer; does nothing while a connection is open. */
function again(): void {
  if (owner === null || source !== null) return
  parked = false
  wait = FIRST_WAIT
  clearTimeout(retry)
  void open()
}

function lost(): void {
  stop()
  if (owner === null || parked) return
  retry = setTimeout(() => void open(), wait * (0.75 + Math.random() / 2))
  wait = Math.min(wait * 2, LONGEST_WAIT)
}

interface Watcher {
  readonly onCars: (cars: readonly CarPlace[]) => void
  box: MapBox | null
}

/** An open map in which cars move. */
export interface Watch {
  /** Says what the map shows: only positions within it are sent. */
  readonly see: (box: MapBox) => void
  readonly stop: () => void
}

/** The maps that draw the positions of cars. */
const watchers = new Set<Watcher>()
/** The ticket of the open stream, if it contains car positions. */
let ticketOfCars: string | null = null
let telling: ReturnType<typeof setTimeout> | undefined
/** ms. A map that is being moved says where it is once it rests. */
const RESTS = 400
/** ms. Repeated while a map is open: the server forgets what is not repeated within an hour, and a look at rented cars ends. */
const SAY_AGAIN = 60_000

/**
 * Calls back with the positions of cars on a map, every few seconds: a stream with positions replaces the one without.
 * The stream continues after the last map was closed, without positions, until it is reconnected.
 */
export function watchCars(onCars: Watcher['onCars']): Watch {
  const watcher: Watcher = { onCars, box: null }
  watchers.add(watcher)
  if (source !== null && ticketOfCars === null) {
    stop()
    void open()
  }
  return {
    see(box) {
      watcher.box = box
      tellSoon(RESTS)
    },
    stop() {
      watchers.delete(watcher)
      tellSoon(RESTS)
    },
  }
}

function tellSoon(ms: number): void {
  clearTimeout(telling)
  telling = setTimeout(() => void tellBoxes(), ms)
}

/** Also called when a user may see more cars than before: the server reads the right to do so with this call. */
export async function tellBoxes(): Promise<void> {
  clearTimeout(telling)
  if (ticketOfCars === null) return
  const boxes = [...watchers].flatMap(({ box }) => box ?? []).slice(-MOST_BOXES)
  // A call that fails is repeated with the next one.
  await send(calls.vehicleControl.watch, { stream: ticketOfCars, boxes }).catch(() => null)
  if (watchers.size > 0) tellSoon(SAY_AGAIN)
}

async function open(): Promise<void> {
  const asked = owner
  // The data of the page was fetched after the page began; the first stream replays what has happened since then.
  const [name, from] = place === undefined ? ['ago', String(Math.ceil(performance.now()))] : ['after', place]
  const opened = await send(calls.stream.ticket, {}).then(
    ({ ticket }) => {
      ticketOfCars = watchers.size > 0 ? ticket : null
      return new EventSource(
        `${apiHost}/api/stream/v1/events?${new URLSearchParams([
          ['ticket', ticket],
          [name, from],
          ...(ticketOfCars === null ? [] : [['cars', '1']]),
        ])}`,
      )
    },
    () => null,
  )
  if (asked !== owner || source !== null) return opened?.close()
  if (opened === null) return lost()
  source = opened
  source.onerror = lost
  listen()
  for (const type of types) on(type, (data) => take({ type, data } as LiveEvent))
  on('beat', () => {
    wait = FIRST_WAIT
  })
  if (ticketOfCars !== null) source.onopen = () => tellSoon(0)
  on('reset', () => renew(() => true))
  on('seen', (data) => see((data as { at: string }).at))
  on('cars', (data) => {
    const cars = (data as { cars: readonly PackedPlace[] }).cars.map(unpackPlace)
    for (const { onCars } of watchers) onCars(cars)
  })
  on('full', () => {
    parked = true
    stop()
  })
}

/** Calls back with the data of an event type; each event also resets the silence timer and stores the last event id. */
function on(type: string, heard: (data: unknown) => void): void {
  source?.addEventListener(type, (event: MessageEvent<string>) => {
    if (event.lastEventId !== '') place = event.lastEventId
    listen()
    heard(JSON.parse(event.data))
  })
}

function listen(): void {
  clearTimeout(silence)
  silence = setTimeout(lost, SILENCE)
}

let gathered: LiveEvent[] = []

function take(event: LiveEvent): void {
  if (event.type === 'auth.changed') {
    // Permissions and stores have changed, or the session has ended: pages, entries and answers are checked again.
    void loadUser().then(() => renew(() => true))
    return
  }
  if (gathered.length === 0) setTimeout(refresh, GATHER)
  gathered.push(event)
}

function refresh(): void {
  const events = gathered
  gathered = []
  renew((query) => events.some((event) => concernsRead(event, keptRead(query))))
}

/** A query key contains the feature, path and input of a call. */
function keptRead({ queryKey: [feature, , input], state }: Query): KeptRead {
  return { feature: String(feature), input: (input ?? {}) as KeptRead['input'], answer: state.data }
}

/** Makes answers stale. Only those on visible pages are fetched again at once; a form keeps the data it began with. */
function renew(isOld: (query: Query) => boolean): void {
  const watched = currentRow()?.live === true
  const asks = (query: Query) =>
    isAskedAgain(query) &&
    (watched || standsEverywhere(String(query.queryKey[0]))) &&
    pagesOf(query.state.data) <= MOST_PAGES
  // A running request may have been sent before the change.
  void queries.invalidateQueries({ predicate: (query) => isOld(query) && asks(query) }, { cancelRefetch: true })
  void queries.invalidateQueries({ predicate: (query) => isOld(query) && !asks(query), refetchType: 'none' })
}

const pagesOf = (data: unknown): number => (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0
