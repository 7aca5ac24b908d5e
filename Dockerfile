# docker build -t folkmoot:0.2.0 --build-arg BUILD_COMMIT=$(git rev-parse --short=12 HEAD) .
# From the sources. A release has a ready image, which scripts/release.mjs makes without a container engine; docs/install.md says how
# either is run.
FROM node:22-bookworm-slim

WORKDIR /app

# Before the sources, so that a changed page does not install the packages again.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && npm cache clean --force

COPY . .
# What git knows and the context does not.
ARG BUILD_COMMIT=
RUN BUILD_COMMIT=$BUILD_COMMIT npm run build

# The server needs to write here and nowhere else.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node

ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
EXPOSE 8080

CMD ["./folkmoot", "start"]
