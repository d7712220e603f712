/** Names of the two stores of a one-way order. */
export interface OneWay {
  readonly from: string
  readonly to: string
}

/** `取 虹桥机场店 → 还 浦东机场店`. */
export const oneWayText = ({ from, to }: OneWay): string => `取 ${from} → 还 ${to}`
