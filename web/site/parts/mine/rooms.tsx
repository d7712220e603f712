/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import type { RoomName } from '@cheyi/domain/sales/site/next-step'
import { type PlainPhrase, say, translate } from '../../../src/words/words.ts'
import { ask } from '../../ask.ts'
import type { Rental } from '../../view.ts'
import { Problem } from '../problem.tsx'
import { useAct } from './use-act.ts'

const verbs: Readonly<Record<RoomName, PlainPhrase>> = {
  pay: '去支付',
  deposit: '交押金',
  claim: '去支付',
  renewal: '去支付',
  sign: '去签署',
  pickup: '自助取车',
  return: '自助还车',
  violation: '去处理',
}

const verbOf = (room: RoomName): string => say(verbs[room] as '去支付')

/** What is due, each with one tap into its page: a link is made for this customer at that moment. */
export function Rooms({ site, rental }: { readonly site: string; readonly rental: Rental }) {
  const act = useAct()
  const { orderId, rooms } = rental
  if (rooms.length === 0) return null
  return (
    <>
      <Problem text={act.problem} />
      {rooms.map(({ room, refId, name, amount }, at) => (
        <button
          key={`${room}${refId}`}
          type="button"
          class={at === 0 ? '' : 'second'}
          disabled={act.busy}
          onClick={() =>
            void act.run(async () => location.assign((await ask(site, 'room', { orderId, room, refId })).url))
          }
        >
          {`${verbOf(room)} · ${translate(name)}${amount === null ? '' : ` ${formatMoney(amount)}`}`}
        </button>
      ))}
    </>
  )
}
