import { useState } from 'react'
import { feedback } from '../../../kernel/call/calls.ts'
import { type Located, locate, notLocated } from '../../../kernel/device/position.ts'
import { say } from '../../../words/words.ts'

/**
 * Reads a new position of the phone, since the customer may have moved.
 * @param otherwise what the customer can do where there is none
 * @returns null where there is none, which a message explains
 */
export function useHere(otherwise: string) {
  const [locating, setLocating] = useState(false)
  async function here(): Promise<Located | null> {
    setLocating(true)
    try {
      return await locate({ age: 0 })
    } catch (error) {
      const denied = (error as GeolocationPositionError).code === notLocated.denied
      feedback.toast(
        denied
          ? say('未允许使用位置，可在浏览器设置中打开，或{otherwise}', { otherwise })
          : say('没有定位到，请重试，或{otherwise}', { otherwise }),
        'error',
      )
      return null
    } finally {
      setLocating(false)
    }
  }
  return { locating, here }
}
