/** Of `npm test -- --large`, or LARGE=1 before a part of it: what takes long and has found nothing new for a while. */
export const isLarge = process.env.LARGE !== undefined

/** How often something random is tried, or what is repeated until two meet: the variable of that name says any other number. */
export const rounds = (name: string, usual: number, large: number): number =>
  Number(process.env[name] ?? (isLarge ? large : usual))
