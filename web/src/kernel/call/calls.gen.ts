export * as calls from './rooms/rooms.gen.ts'
