import { screens } from './screens.gen.ts'

type Screens = typeof screens
type Value = string | number
type Path = `/${string}`

/** What a link to a screen must and may say. */
type Values<N extends keyof Screens> = { readonly [K in Screens[N]['needs'][number]]: Value } & {
  readonly [K in Screens[N]['takes'][number]]?: Value
}

/** The address of a screen of the web, for a notice or a to-do that leads there: `screen('order.detail', { orderId })`. */
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
