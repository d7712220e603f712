import type { Scene } from '../world/scene/scene.ts'

export interface Probe {
  readonly path: string
  readonly sent: string
  readonly input: unknown
}

/** The input with one of its ids replaced by the corresponding one of the other scene, for each id in turn. */
export function probesOf(input: unknown, own: Pick<Scene, 'ids'>, foreign: Pick<Scene, 'ids'>): Probe[] {
  const names = new Map(Object.entries(own.ids).map(([name, id]) => [id, name]))
  return replaced(input, (id) => {
    const name = names.get(id)
    return name === undefined ? undefined : foreign.ids[name]!
  })
}

/** The input with one of its texts replaced by what `other` gives for it, for each in turn that it gives something for. */
export function replaced(input: unknown, other: (text: string) => string | undefined): Probe[] {
  const found: Probe[] = []
  const walk = (node: unknown, path: string, put: (value: unknown) => unknown) => {
    if (typeof node === 'string') {
      const sent = other(node)
      if (sent !== undefined) found.push({ path, sent, input: put(sent) })
    } else if (Array.isArray(node))
      node.forEach((item, i) => {
        walk(item, `${path}[${i}]`, (value) => put(node.with(i, value)))
      })
    else if (typeof node === 'object' && node !== null)
      for (const [key, value] of Object.entries(node))
        walk(value, `${path}.${key}`, (given) => put({ ...node, [key]: given }))
  }
  walk(input, '', (value) => value)
  return found
}
