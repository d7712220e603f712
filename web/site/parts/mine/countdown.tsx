/** @jsxImportSource preact */
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../../src/words/words.ts'
import type { Rental } from '../../view.ts'

/** How long it is until the pickup or the return. It begins with the server's time, so that the first HTML is the same as the script's. */
export function Countdown({ rental }: { readonly rental: Rental }) {
  const [now, setNow] = useState(rental.now)
  useEffect(() => {
    const ahead = rental.now - Date.now()
    const timer = setInterval(() => setNow(Date.now() + ahead), MINUTE)
    return () => clearInterval(timer)
  }, [rental.now])
  const { status, pickupAt, returnAt } = rental
  if (status < 1 || status > 5) return null
  const out = status === 5
  const left = (out ? returnAt : pickupAt) - now
  if (left <= 0) return null
  return <p>{out ? say('距还车 {time}', { time: lengthOf(left) }) : say('距取车 {time}', { time: lengthOf(left) })}</p>
}

/** The two largest parts of a length. */
function lengthOf(ms: number): string {
  const days = Math.floor(ms / DAY)
  const hours = Math.floor((ms % DAY) / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  if (days > 0) return say('{days} 天 {hours} 小时', { days, hours })
  return hours > 0 ? say('{hours} 小时 {minutes} 分钟', { hours, minutes }) : say('{minutes} 分钟', { minutes })
}
