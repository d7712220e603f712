import { screens } from './screens.gen.ts'

type Screens = typeof screens
type Value = string | number
type Path = `/${string}`

/** The required and optional parameters of a link to a screen. */
type Values<N extends keyof Screens> = { readonly [K in Screens[N]['needs'][number]]: Value } & {
  readonly [K in Screens[N]['takes'][number]]?: Value
}

/** The address of a web screen, for a link in a notice or a to-do: `screen('order.detail', { orderId })`. */
export function screen<N extends keyof Screens>(name: N, values: Values<N>): Path {
  const query = new Map(Object.entries<Value>(values))
  const path = screens[name].path.replace(/:(\w+)/g, (_, part: string) => {
    const value = query.get(part) ?? ''
    query.delete(part)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams([...query].map(([key, value]) => [key, String(value)]))
  return (query.size === 0 ? path : `${path}?${search}`) as Path
}
