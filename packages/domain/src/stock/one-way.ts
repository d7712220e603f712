/** Names of the stores of an order that is returned elsewhere. */
export interface OneWay {
  readonly from: string
  readonly to: string
}

/** `取 虹桥机场店 → 还 浦东机场店`. */
export const oneWayText = ({ from, to }: OneWay): string => `取 ${from} → 还 ${to}`
