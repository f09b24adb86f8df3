# The build.
FROM python:3.11 AS build
ARG VERSION=1
ENV MODE=release
RUN echo 1 \
  && echo 2

FROM scratch
COPY --from=build /a /b
ENTRYPOINT ["x"]
