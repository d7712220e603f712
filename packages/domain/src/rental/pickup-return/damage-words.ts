import { damageKinds } from '../damage/codes.ts'
import { partName } from './parts.ts'

/** Damage as one line: 左前门凹陷、左后视镜破裂. */
export const damageWords = (parts: readonly { readonly part: string; readonly kind: number }[]): string =>
  parts.map(({ part, kind }) => `${partName(part)}${damageKinds.text(kind)}`).join('、')
