/*
 * Names of tables and columns: snake_case in the database and in SQL text, camelCase in TypeScript. Each name is
 * converted once per process; `npm run db:types` refuses names that cannot be converted back.
 */

const camel = new Map<string, string>()
const snake = new Map<string, string>()

/** `pickup_at` → `pickupAt`. */
export function camelCase(name: string): string {
  return remember(camel, name, () => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
}

/** `pickupAt` → `pickup_at`. */
export function snakeCase(name: string): string {
  return remember(snake, name, () => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function remember(names: Map<string, string>, name: string, turn: () => string): string {
  let turned = names.get(name)
  if (turned === undefined) {
    turned = turn()
    names.set(name, turned)
  }
  return turned
}
