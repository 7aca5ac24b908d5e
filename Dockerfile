# docker build -t folkmoot .
# docs/install.md says how it is run; compose.yaml does all of it.
FROM node:22-bookworm-slim

WORKDIR /app

# Before the sources, so that a changed page does not install the packages again.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && npm cache clean --force

COPY . .
RUN npm run build

# The server needs to write here and nowhere else.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node

ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
EXPOSE 8080

# Only whether the process answers: a database that is away does not come back by starting this container again.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "scripts/start.mjs"]
