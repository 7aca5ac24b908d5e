import type { FastifyInstance } from 'fastify'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Sender = { headers(): Record<string, string> }
/** Sends a request to one of the servers, for any session. */
export const sendTo = (
  { app }: { app: FastifyInstance },
  from: Sender,
  [method, url, body]: [method: Method, url: string, body?: object],
  headers: Record<string, string> = {},
) =>
  app.inject({
    method,
    url,
    headers: { ...from.headers(), ...headers },
    ...(body && { payload: JSON.stringify(body) }),
  })
