import { damageStatus } from '@cheyi/domain/rental/damage/codes'
import { damageWords } from '@cheyi/domain/rental/pickup-return/damage-words'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type Damage = OutputOf<typeof calls.damage.list>[number]

export const damageTones: Readonly<Record<number, Tone>> = {
  [damageStatus.assessing]: 'warning',
  [damageStatus.deducting]: 'danger',
  [damageStatus.done]: 'success',
}

/** The damage in one line: 左前门凹陷、左后视镜破裂. */
export const damageName = ({ parts, worth }: Pick<Damage, 'parts' | 'worth'>): string =>
  worth > 0 ? '车辆损失' : damageWords(parts)
