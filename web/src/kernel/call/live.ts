import type { CarPlace } from '@cheyi/domain/fleet/vehicle-control/place'
import { concernsRead, type KeptRead, type LiveEvent, standsEverywhere } from '@cheyi/domain/platform/stream/concerns'
import type { EventType } from '@cheyi/domain/platform/stream/events'
import type { Query } from '@tanstack/react-query'
import { apiHost } from '../device/hosts.ts'
import { currentRow } from '../page/router.ts'
import { currentToken } from '../token.ts'
import { currentSession, loadUser, mustChoose, onSession } from '../user.ts'
import { calls, isAskedAgain, queries, send } from './calls.ts'
import { feedback } from './feedback.ts'

/*
 * One stream of live events per tab: what others do makes the answers it concerns old, and those on stage are asked
 * again. A ticket opens one stream, so the browser's own reconnect is never relied on: after an error a new ticket opens
 * a new stream at the last place known.
 */

/** Events come in flocks: what they make old is asked again once. */
const GATHER = 300
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** The server beats every 15 s. */
const SILENCE = 40_000
/** A list so long was scrolled on purpose; asked again it would fetch all its pages. */
const MOST_PAGES = 3
/** From here on a notice says so wherever one is. */
const IMPORTANT = 2

const types: readonly EventType[] = [
  'record.changed',
  'order.changed',
  'stock.changed',
  'todo.changed',
  'ticket.changed',
  'illegal.changed',
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
/** Whose stream it is; null while none is wanted. */
let owner: string | null = null
let place: string | undefined
let wait = FIRST_WAIT
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
/** Another tab has the room: this one comes back when somebody looks at it. */
let parked = false

/** Begins to listen for whoever is signed in, now and later. Call once. */
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

/** Reconnects now instead of after the retry timer; an open connection is left alone. */
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

/** Who draws where cars are. */
const watchers = new Set<(cars: readonly CarPlace[]) => void>()
/** Whether the stream that is open tells of them. */
let tellsCars = false

/**
 * Calls back with where cars are now, every few seconds: a stream that tells of them takes the place of the one that does not. It goes
 * on when nobody asks any more, until it is opened anew.
 * @returns how to leave off
 */
export function watchCars(watcher: (cars: readonly CarPlace[]) => void): () => void {
  watchers.add(watcher)
  if (source !== null && !tellsCars) {
    stop()
    void open()
  }
  return () => void watchers.delete(watcher)
}

async function open(): Promise<void> {
  const asked = owner
  // What the page shows was asked for since it began; its first stream tells what has happened meanwhile.
  const [name, from] = place === undefined ? ['ago', String(Math.ceil(performance.now()))] : ['after', place]
  const opened = await send(calls.stream.ticket, {}).then(
    ({ ticket }) => {
      tellsCars = watchers.size > 0
      return new EventSource(
        `${apiHost}/api/stream/v1/events?${new URLSearchParams([
          ['ticket', ticket],
          [name, from],
          ...(tellsCars ? [['cars', '1']] : []),
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
  on('reset', () => renew(() => true))
  on('cars', (data) => {
    for (const watcher of watchers) watcher((data as { cars: readonly CarPlace[] }).cars)
  })
  on('full', () => {
    parked = true
    stop()
  })
}

/** Calls back with what a kind of event brings; each also says that the stream lives, and where it stands. */
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
    // Keys and stores are others now, or the session is no more: pages, entries and answers are looked at anew.
    void loadUser().then(() => renew(() => true))
    return
  }
  if (event.type === 'notify' && event.data.level >= IMPORTANT) feedback.toast(event.data.title, 'notice')
  if (gathered.length === 0) setTimeout(refresh, GATHER)
  gathered.push(event)
}

function refresh(): void {
  const events = gathered
  gathered = []
  renew((query) => events.some((event) => concernsRead(event, keptRead(query))))
}

/** A key is the room, path and input of a call. */
function keptRead({ queryKey: [room, , input], state }: Query): KeptRead {
  return { room: String(room), input: (input ?? {}) as KeptRead['input'], answer: state.data }
}

/** Makes answers old. Asked again at once are those that people look at; a form keeps what it began with. */
function renew(isOld: (query: Query) => boolean): void {
  const watched = currentRow()?.live === true
  const asks = (query: Query) =>
    isAskedAgain(query) &&
    (watched || standsEverywhere(String(query.queryKey[0]))) &&
    pagesOf(query.state.data) <= MOST_PAGES
  // What is on its way may have been asked before the change.
  void queries.invalidateQueries({ predicate: (query) => isOld(query) && asks(query) }, { cancelRefetch: true })
  void queries.invalidateQueries({ predicate: (query) => isOld(query) && !asks(query), refetchType: 'none' })
}

const pagesOf = (data: unknown): number => (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0
