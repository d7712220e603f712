/** A moment of the year that tests live in, Asia/Shanghai: `MM-DDTHH:mm` → epoch ms. */
export const at = (text: string): number => Date.parse(`2026-${text}:00+08:00`)
