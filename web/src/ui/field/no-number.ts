import { say } from '../../words/words.ts'
import { toast } from '../modal/toast.ts'
import { plainSigns } from './typed.ts'

/** Says why a field took nothing of what was typed: the text before stands in it. */
export function sayNoNumber(typed: string, decimals: number): void {
  toast(whyNoNumber(plainSigns(typed), decimals), { error: true })
}

function whyNoNumber(text: string, decimals: number): string {
  if (/^[-−]/.test(text)) return say('不能为负数')
  if (/^\d+\.\d+$/.test(text)) return say('最多 {n} 位小数', { n: decimals })
  return say('只能填数字')
}

/** Says that digits behind the point do not count. */
export function sayCut(value: number): void {
  toast(say('按 {n} 计，不计小数', { n: value }))
}
